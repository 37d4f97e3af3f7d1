// The review of the shown turn, with a button that shows the better move on the board.

import { element } from "../../shared/elements.js";
import { button } from "../../table/controls/bar.js";
import { say } from "../../shared/words.js";
import { betterPosition, moveWords } from "./better.js";
import { SIGNS, betterWords, gradeWords, shortWords, worseFirst, worstOf } from "./grades.js";

const MOST = 2; // lines

const isBetter = ({ made, best, loss, win_loss: win }) => (loss > 0 || win > 0) && JSON.stringify(made) !== JSON.stringify(best);

export class Verdict {
  decisions = []; // the choices of the shown turn

  // `replay` shows the table; the caller places `parts`.
  constructor(replay) {
    this.replay = replay;
    this.words = element("p", { class: "verdict-words", role: "group", tabindex: 0, "aria-label": say("review.title") });
    this.better = button("better", say("review.better"), () => this.toggle(), { pressed: false });
    this.further = button("play-better", say("playing-on.better"), () => this.playOn());
    this.parts = [this.words, element("div", { class: "verdict-buttons" }, this.further, this.better)];
  }

  show(decisions) {
    this.decisions = decisions;
    this.press(false);
    const lines = [...decisions].sort(worseFirst).slice(0, MOST);
    const shown = decisions.filter((each) => lines.includes(each)).map((each) => this.line(each));
    this.words.replaceChildren(...(shown.length ? shown : [element("span", { class: "muted" }, say("review.no-choice"))]));
    this.better.toggleAttribute("disabled", !decisions.some(isBetter));
  }

  line(decision) {
    const { grade, made } = decision;
    const sign = SIGNS[grade] ? [element("b", { class: `grade ${grade}`, "aria-hidden": "true" }, SIGNS[grade]), " "] : [];
    const words = say(`review.kind-${made.type}`, { words: shortWords(decision) });
    return element("span", { title: gradeWords(decision) }, ...sign, words);
  }

  // The worst choice of the shown turn.
  get worst() {
    return worstOf(this.decisions.filter(isBetter));
  }

  playOn() {
    this.replay.playingOn.openWithBest(this.worst, this.further);
  }

  press(pressed) {
    this.better.setAttribute("aria-pressed", pressed);
    this.further.hidden = !pressed || !this.replay.playingOn;
  }

  // Toggle between the better move of the worst choice and the played move.
  toggle() {
    const { replay } = this;
    if (this.better.getAttribute("aria-pressed") === "true") {
      replay.show();
      return;
    }
    replay.autoplay.stop();
    const decision = this.worst;
    const { frames, table } = replay;
    const { state } = frames[decision.version - 2];
    const past = replay.events.slice(0, decision.version - 1);
    const shown = betterPosition(decision, state, frames.at(-1).state, past, table.origins);
    replay.position.show(shown.state, shown);
    this.press(true);
    const move = moveWords(decision.best, state.players);
    const whole = betterWords("review.better-is", decision, move);
    this.words.replaceChildren(element("span", { title: whole }, betterWords("review.better-shown", decision, move)));
    replay.controls.speak(whole, true);
  }
}
