// Planning the next turn: tried out on the own board like a move. Several dominoes can be wished for.

import { halvesOf } from "../board/domino.js";
import { say } from "../words.js";
import { placesOf } from "./legality.js";
import { Placing } from "./placing.js";
import { freeOf } from "./tasks.js";

// The domino that the seat places next and what it could wish for then; null where there is nothing to plan.
export function nextOf({ status, line, next_line: next, to_act: turn }, seat) {
  if (status !== "active" || seat === null || turn?.seat === seat) return null;
  const mine = (slots) => slots.find((slot) => slot.seat === seat)?.domino;
  if (mine(line)) return { domino: mine(line), free: freeOf(next) };
  return mine(next) ? { domino: mine(next), free: [] } : null;
}

export class Planning extends Placing {
  asks = true;

  constructor(table, hooks, { domino, free }) {
    super(table, hooks, domino, placesOf(table.kingdom, table.limit, halvesOf(domino, table.origins)), free);
    this.words = say(this.places.length ? "table.plan" : "table.plan-nowhere", { domino });
  }

  // Several wishes, the best first.
  wish(domino) {
    const others = this.wished.filter((other) => other !== domino);
    this.wished = others.length < this.wished.length ? others : [...others, domino];
    this.hooks.changed();
  }

  get ready() {
    const place = this.laid ? { place: { domino: this.hand, ...this.trial } } : {};
    const choose = this.wished.length ? { choose: this.wished } : {};
    return this.laid || this.wished.length ? { ...place, ...choose } : null;
  }

  get heading() {
    return this.words;
  }

  get summary() {
    return say("table.do-plan");
  }

  carryOut(act) {
    return act.plan(this.ready);
  }
}
