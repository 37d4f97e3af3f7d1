// Origins, Tribe: paying for a caveman with resources, taking one, putting it on a square (R29).

import { mark } from "../../board/kingdom.js";
import { say } from "../../shared/words.js";
import { Picking, Putting } from "./picking.js";
import { Deciding } from "./totem.js";

const PRICES = { board: 2, stack: 4 };

export class Paying extends Picking {
  paid = [];

  constructor(table, hooks, moves) {
    super(
      table,
      hooks,
      table.kingdom.cells.filter(({ resource }) => resource),
    );
    this.sources = new Set(moves.map(({ from }) => from));
    this.words = say(this.sources.has("stack") ? "table.recruit-both" : "table.recruit");
    this.refusal = say("table.recruit-refused");
  }

  get choices() {
    return [{ key: "pass", text: say("table.pass"), run: () => this.hooks.send([{ type: "pass" }]) }];
  }

  // One of each kind: another of the same kind takes its place.
  pick(cell) {
    const had = this.paid.includes(cell);
    this.paid = this.paid.filter(({ resource }) => resource !== cell.resource);
    if (!had) this.paid.push(cell);
  }

  get tried() {
    return this.paid.length ? { paid: this.paid.map(({ x, y }) => ({ x, y })) } : null;
  }

  retry({ paid }) {
    this.paid = this.lit.filter((cell) => paid.some(({ x, y }) => cell.x === x && cell.y === y));
  }

  get source() {
    return Object.keys(PRICES).find((source) => this.sources.has(source) && PRICES[source] === this.paid.length);
  }

  get ready() {
    return this.source ? [{ type: "recruit", from: this.source, pay: this.paid.map(({ x, y }) => [x, y]) }] : null;
  }

  get summary() {
    return this.source ? say(`table.do-pay-${this.source}`) : "";
  }

  isPicked(square) {
    return this.paid.includes(square);
  }

  back() {
    this.paid = [];
    super.back();
  }

  draw(board) {
    super.draw(board);
    mark(board, this.paid, "chosen");
  }
}

export class Taking extends Deciding {
  constructor(table, hooks, moves) {
    const option = (move) => ({ move, text: say(`caveman.${move.caveman}`), shape: `caveman-${move.caveman}` });
    super(table, hooks, moves.map(option));
    this.words = say("table.take");
  }

  get summary() {
    return this.chosen ? say("table.do-take", { what: this.chosen.text }) : "";
  }
}

export class Settling extends Putting {
  constructor(table, hooks, moves) {
    const { caveman } = table.events.findLast(({ type }) => type === "CavemanTaken").data;
    super(table, hooks, moves, `caveman-${caveman}`);
    this.what = say(`caveman.${caveman}`);
    this.words = say("table.put", { what: this.what });
    this.refusal = say("table.put-refused");
  }

  get summary() {
    return say("table.do-put", { what: this.what });
  }
}
