// What the viewer can do at the moment. The table shows a task and hands it what is pressed; it answers through
// `hooks`: changed() and moved(), which redraws what is being tried only; lines(), which brings the lines into view;
// refused(words), said(words); confirm(), and send(moves), which asks no more.

import { hasHints, offerWords } from "../../board/hints.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";

const ANY_NUMBER = /^[1-9]$/;

// The line that dominoes are chosen from.
export function offerOf({ line, next_line: next }) {
  return next.length ? next : line;
}

export class Task {
  words = ""; // what is to be done
  lit = []; // squares of one's own board that can be used
  free = []; // dominoes that can be wished for
  wished = []; // those that are
  offers = new Map(); // what they would bring, by their numbers: { fits, gain }
  hand = null; // the number of the domino to be placed
  trial = null; // where it is tried
  question = null; // what `offers` is the answer to
  asks = false; // whether it is to be confirmed even where confirming is switched off

  constructor(table, hooks) {
    this.table = table;
    this.hooks = hooks;
  }

  // The moves that confirming makes, null while something is missing; of a plan, the plan.
  /** @returns {object | null} */
  get ready() {
    return null;
  }

  // Whether there is anything to take back.
  get started() {
    return this.ready !== null || Boolean(this.trial) || this.wished.length > 0;
  }

  // What the bar says: what is to be done now.
  get heading() {
    return this.words;
  }

  // What confirming would do, in words.
  get summary() {
    return "";
  }

  // What is tried would bring, { gain, preview }; null where nothing is tried or nothing known.
  /** @returns {object | null} */
  get brings() {
    return null;
  }

  // Further buttons: { key, text, pressed, shape, run }.
  get choices() {
    return [];
  }

  // The reader presses a square of the own board.
  press() {}

  // The reader presses a key, with Shift or without; whether it means anything.
  key(name, _shift = false) {
    if (ANY_NUMBER.test(name)) return this.number(Number(name));
    if (name === "Enter") this.enter();
    else if (name === "Escape") this.back();
    else return false;
    return true;
  }

  // Enter goes on, and takes nothing back: it confirms what is ready, else it says what is missing.
  enter() {
    if (this.ready) this.hooks.confirm();
    else this.hooks.said(this.heading);
  }

  // Enter on a domino of the line takes it; once it is taken, goes on.
  enterOn(domino) {
    if (this.wished.includes(domino)) this.enter();
    else this.take(domino);
  }

  // The domino with this place in the line, from 1; one that is wished for already stays so.
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
    this.hooks.said(say("table.said-wish", { domino, offer, heading: this.heading }));
  }

  nameOf(seat) {
    const player = this.table.state.players[seat];
    return player ? nameOf(player) : "";
  }

  // What the API says that this placement brings, { gain, preview }.
  learn(_placement, _gain) {}

  // Draw what is being tried into the own board's overlay.
  draw() {}

  // What is tried, as JSON, null for nothing: with it the same can be tried again by `retry`, as far as it is still legal.
  /** @returns {object | null} */
  get tried() {
    return this.wished.length ? { wished: this.wished } : null;
  }

  /** @param {any} tried */
  retry({ wished = [] }) {
    this.wished = wished.filter((domino) => this.free.includes(domino));
  }

  // Carry out what was confirmed: `act.make(moves)` or `act.plan(plan)`.
  carryOut(act) {
    return act.make(this.ready);
  }

  // Choose a domino of the line, or take that back.
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
