// The review of a finished game or a study: requested here, computed by a worker, and shown next to the steps when ready.

import { element } from "../../shared/elements.js";
import { api, me, signIn } from "../../shared/session.js";
import { button } from "../../table/controls/bar.js";
import { say } from "../../shared/words.js";
import { stopAfter, stopBefore } from "../controls/stops.js";
import { markOf } from "./marks.js";
import { percent } from "./grades.js";
import { showSummary } from "./summary.js";
import { Verdict } from "./verdict.js";

const PAUSE = 1500; // ms between two requests
const TRIES = 3; // attempts if a review was lost

export class Review {
  tries = 0;

  // `places` is { steps, card }: the row goes to the steps, the rest into the card; `list` has the moves, `path` is the record's.
  constructor(places, replay, list, path) {
    this.replay = replay;
    this.list = list;
    this.card = places.card;
    this.path = `${path}/review`;
    this.row = element("div", { class: "verdict" });
    places.steps.classList.add("with-review");
    places.steps.append(this.row);
    this.offer(say("review.about-short"));
    this.look();
  }

  // ---- requests to the API

  // Checks whether the review exists or is being computed.
  async look() {
    try {
      const answer = await api(this.path);
      if (!this.tries) this.see(answer); // otherwise the viewer has requested the review meanwhile
    } catch {
      // The offer stays; requesting the review shows the error.
    }
  }

  async ask() {
    this.tries += 1;
    this.waiting(0);
    try {
      if (!me()) await signIn(say("table.guest"));
      this.see(await api(this.path, { method: "POST" }));
    } catch ({ message }) {
      this.offer(message);
    }
  }

  see(answer) {
    if (answer.status === "ready") this.ready(answer);
    else if (answer.status === "running") this.goOn(answer.progress);
    else if (this.isWaiting && this.tries < TRIES) this.ask();
    else if (this.isWaiting) this.offer(say("review.lost"));
  }

  goOn(progress) {
    this.waiting(progress);
    this.later();
  }

  // The next request begins a while after the last response.
  later() {
    setTimeout(async () => {
      try {
        this.see(await api(this.path));
      } catch {
        this.later();
      }
    }, PAUSE);
  }

  // ---- display

  // Fill the row; a focus in it moves to `heir`, so that it is not lost with the pressed button.
  put(heir, ...children) {
    const had = this.row.contains(document.activeElement);
    this.row.replaceChildren(...children);
    if (had) heir.focus({ preventScroll: true });
  }

  offer(words) {
    this.isWaiting = false;
    const again = button("review", say("review.open"), () => this.ask(), { kind: "button primary" });
    this.put(again, element("p", { class: "verdict-words muted", role: "status" }, words), again);
  }

  waiting(progress) {
    if (!this.isWaiting) {
      this.bar = element("progress", { max: 1, value: 0, "aria-label": say("review.progress") });
      this.done = element("p", { class: "verdict-words", tabindex: -1 }, say("review.progress"));
      this.put(this.done, this.done, this.bar);
    }
    this.isWaiting = true;
    this.bar.value = progress;
    this.bar.textContent = percent(progress);
  }

  ready(review) {
    this.isWaiting = false;
    this.decisions = review.decisions;
    this.verdict = new Verdict(this.replay);
    this.put(this.verdict.words, ...this.verdict.parts);
    this.replay.followers.push(this);
    this.list.mark((version) => markOf(version, (each) => this.decisionsOf(each)));
    showSummary(this.card, review, this.replay);
    this.show(this.replay.version);
  }

  // The choices of the turn with this version.
  decisionsOf(version) {
    const { turn } = this.replay.stops;
    const [first, last] = [stopBefore(turn, version - 1), stopAfter(turn, version - 2)];
    const from = first === 0 && version - 1 <= turn[0] ? -1 : first;
    return this.decisions.filter(({ version: made }) => made - 1 > from && made - 1 <= last);
  }

  show(version) {
    this.verdict.show(this.decisionsOf(version));
  }
}
