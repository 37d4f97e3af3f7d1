// What the viewer can do at the moment. The table shows a task and hands it what is pressed; it answers through
// `hooks`: changed() and moved(), which redraws what is being tried only; lines(), which brings the lines into view;
// refused(words), said(words); confirm(), and send(moves), which asks no more.

export class Task {
  words = ""; // what is to be done
  lit = []; // squares of one's own board that can be used
  free = []; // dominoes that can be wished for
  wished = []; // those that are
  hand = null; // the number of the domino to be placed
  trial = null; // where it is tried
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

  // Further buttons: { key, text, pressed, shape, run }.
  get choices() {
    return [];
  }

  // The reader presses a square of the own board, or a key while it has the focus; whether the key means anything.
  press() {}

  key() {
    return false;
  }

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
