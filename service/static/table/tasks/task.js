// The viewer's present task. The table shows the task and passes it the input; the task calls
// `hooks`: changed() and moved(), which redraws only the trial; lines(), which brings the lines into view;
// refused(words), said(words); confirm(), and send(moves), which does not ask for confirmation.

import { hasHints, offerWords } from "../../board/hints.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";

const ANY_NUMBER = /^[1-9]$/;

// The line from which dominoes are chosen.
export function offerOf({ line, next_line: next }) {
  return next.length ? next : line;
}

export class Task {
  words = ""; // the instruction
  lit = []; // usable squares of the viewer's board
  free = []; // dominoes that can be chosen or wished for
  wished = []; // the chosen or wished ones
  offers = new Map(); // their gains by number: { fits, gain }
  hand = null; // the number of the domino to place
  trial = null; // its trial placement
  question = null; // the question that `offers` belongs to
  asks = false; // true if confirmation is required even if it is switched off
  duringPlan = false; // true if the turn began while the viewer planned it: what was meant for the plan must not be the move
  isNew = false; // true for a moment after that: nothing is confirmed
  isAhead = false; // true if it is tried on a table that is expected: the service knows no gains for it

  constructor(table, hooks) {
    this.table = table;
    this.hooks = hooks;
  }

  // The moves made by confirming, null while something is missing; for a plan, the plan.
  /** @returns {object | null} */
  get ready() {
    return null;
  }

  // True if there is something to undo.
  get started() {
    return this.ready !== null || Boolean(this.trial) || this.wished.length > 0;
  }

  // The text of the bar: the present instruction.
  get heading() {
    return this.words;
  }

  // The effect of confirming, in words.
  get summary() {
    return "";
  }

  // The gain of the trial, { gain, preview }; null if nothing is tried, or the gain is unknown.
  /** @returns {object | null} */
  get brings() {
    return null;
  }

  // Further buttons: { key, text, pressed, shape, run }.
  get choices() {
    return [];
  }

  // Called when the viewer presses a square of their board.
  press() {}

  // Called when the viewer presses a key, with or without Shift; returns true if the key has an effect.
  key(name, _shift = false) {
    if (ANY_NUMBER.test(name)) return this.number(Number(name));
    if (name === "Enter") this.enter();
    else if (name === "Escape") this.back();
    else return false;
    return true;
  }

  // Enter never undoes: it confirms if all is ready, otherwise it announces what is missing.
  enter() {
    if (this.ready) this.hooks.confirm();
    else this.hooks.said(this.heading);
  }

  // Enter on a domino of the line chooses it; if it is already chosen, Enter confirms.
  enterOn(domino) {
    if (this.wished.includes(domino)) this.enter();
    else this.take(domino);
  }

  // Choose the domino at this place in the line, from 1; an already wished one stays so.
  number(place) {
    const slot = offerOf(this.table.state)[place - 1];
    if (!this.free.length || !slot) return false;
    if (this.free.includes(slot.domino)) this.take(slot.domino);
    else this.hooks.said(say("table.said-taken", { domino: slot.domino, name: this.nameOf(slot.seat) }));
    return true;
  }

  take(domino) {
    if (!this.wished.includes(domino)) this.wish(domino);
    const offer = hasHints(this.table) ? offerWords(this.offers.get(domino)) : "";
    this.hooks.said([say("table.said-wish", { domino }), offer, this.heading].filter(Boolean).join(" "));
  }

  nameOf(seat) {
    const player = this.table.state.players[seat];
    return player ? nameOf(player) : "";
  }

  // Receives the gain of this placement from the API, { gain, preview }.
  learn(_placement, _gain) {}

  // The squares that the board must show.
  get reach() {
    return this.lit;
  }

  // The mark of a domino in the line, empty for none.
  markOf(domino) {
    return this.wished.includes(domino) ? "✓" : "";
  }

  // Draw the trial into the overlay of the viewer's board.
  draw() {}

  // The trial as JSON, null for none; `retry` restores it, as far as it is still legal.
  /** @returns {object | null} */
  get tried() {
    return this.wished.length ? { wished: this.wished } : null;
  }

  /** @param {any} tried */
  retry({ wished = [] }) {
    this.wished = wished.filter((domino) => this.free.includes(domino));
  }

  // Send what was confirmed: `act.make(moves)` or `act.plan(plan)`.
  carryOut(act) {
    return act.make(this.ready);
  }

  // Choose a domino of the line, or undo that.
  wish(domino) {
    this.wished = this.wished.includes(domino) ? [] : [domino];
    this.hooks.changed();
  }

  back() {
    this.wished = [];
    this.hooks.refused("");
    this.hooks.changed();
  }
}
