// The gains of the dominoes on offer for the viewer, from the API; requested again when the viewer tries a placement.

import { prefers } from "../shared/preferences.js";
import { api, Problem } from "../shared/session.js";
import { tokenOf } from "./tasks/notation.js";

// The placement on trial, in notation, if the seat has its domino in one of the lines; else "".
function tried({ laid, trial, hand }, { line, next_line: next }, seat) {
  const isOwn = [...line, ...next].some((slot) => slot.domino === hand && slot.seat === seat);
  return laid && isOwn ? tokenOf({ type: "place", domino: hand, ...trial }) : "";
}

export class Offers {
  answers = new Map(); // promises of responses by question
  turn = null; // their version

  // `show()` redraws the task's offers.
  constructor(game, show) {
    this.path = `/games/${game}/offers`;
    this.show = show;
  }

  // Set the task's offers and the gain of its trial as far as they are known; the page is redrawn when the response
  // arrives.
  async look(state, seat, task) {
    if (!task || task.isAhead || !prefers("hints") || state.hints === false) return;
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

  // Without a response only hints are missing; the next trial requests them again.
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
