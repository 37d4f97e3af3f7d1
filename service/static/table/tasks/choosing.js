// Choosing from the line: one domino, or two at once if two kings choose together (R21); and discarding a domino.

import { hasHints } from "../../board/hints.js";
import { listed, say } from "../../shared/words.js";
import { Task } from "./task.js";

export class Choosing extends Task {
  constructor(table, hooks, moves, wished = []) {
    super(table, hooks);
    this.ways = moves.map(({ domino, dominoes }) => dominoes ?? [domino]);
    this.free = this.ways.flat();
    this.wished = wished.filter((domino) => this.free.includes(domino));
    this.words = this.instruction;
  }

  // The first choice explains the numbers beside the dominoes.
  get instruction() {
    if (this.ways[0].length > 1) return say("table.choose-two");
    return say(this.table.state.round === 0 && hasHints(this.table) ? "table.choose-first" : "table.choose");
  }

  wish(domino) {
    const way = this.ways.find((dominoes) => dominoes.includes(domino));
    this.wished = this.wished.includes(domino) ? [] : way;
    this.hooks.changed();
  }

  get ready() {
    if (!this.wished.length) return null;
    const [domino, ...more] = this.wished;
    return [more.length ? { type: "choose", dominoes: this.wished } : { type: "choose", domino }];
  }

  get summary() {
    return say("table.do-choose", { wish: listed(this.wished.map(String)) });
  }
}

// The domino fits nowhere (R10): the viewer only confirms this.
export class Discarding extends Task {
  asks = true;

  constructor(table, hooks, domino, free) {
    super(table, hooks);
    this.domino = domino;
    this.free = free;
    this.words = say("table.discard", { domino });
  }

  get ready() {
    return [{ type: "discard", domino: this.domino }, ...this.wished.map((domino) => ({ type: "choose", domino }))];
  }

  get summary() {
    const [wish] = this.wished;
    return say(wish ? "table.do-discard-both" : "table.do-discard", { domino: this.domino, wish });
  }
}
