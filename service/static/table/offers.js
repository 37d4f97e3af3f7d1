// What the dominoes on offer would bring the viewer, as the API says; asked again where a domino of one's own is tried.

import { prefers } from "../shared/preferences.js";
import { api, Problem } from "../shared/session.js";
import { tokenOf } from "./tasks/notation.js";

// The placement on trial, in notation, where it is of a domino that the seat has in one of the lines; else "".
function tried({ laid, trial, hand }, { line, next_line: next }, seat) {
  const isOwn = [...line, ...next].some((slot) => slot.domino === hand && slot.seat === seat);
  return laid && isOwn ? tokenOf({ type: "place", domino: hand, ...trial }) : "";
}

export class Offers {
  answers = new Map(); // by question, as promises
  turn = null; // the version that they are of

  // `show()` shows the task's offers.
  constructor(game, show) {
    this.path = `/games/${game}/offers`;
    this.show = show;
  }

  // Give the task what is known of the dominoes that it may wish for, and of what is on trial; the page is shown again when the answer
  // is there.
  async look(state, seat, task) {
    if (!task || !prefers("hints") || state.hints === false) return;
    const place = tried(task, state, seat);
    if (!task.free.length && !place) return;
    if (this.turn !== state.turn_version) Object.assign(this, { turn: state.turn_version, answers: new Map() });
    const question = `?seat=${seat}&place=${encodeURIComponent(place)}`;
    if (task.question === question) return;
    task.question = question;
    const { trial } = task;
    const answer = await this.ask(question);
    if (task.question !== question || !answer) return;
    task.offers = new Map(answer.offers.map((offer) => [offer.domino, offer]));
    if (answer.placed) task.learn(trial, answer.placed);
    this.show();
  }

  // Without an answer there are no hints, and nothing else is missing; it is asked for again with the next trial.
  async ask(question) {
    if (!this.answers.has(question)) this.answers.set(question, api(this.path + question));
    try {
      return await this.answers.get(question);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      this.answers.delete(question);
      return null;
    }
  }
}
