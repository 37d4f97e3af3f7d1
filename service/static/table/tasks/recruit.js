// Origins, Tribe: paying for a caveman with resources, taking one, putting it on a square (R29).

import { gainText, hasHints } from "../../board/hints.js";
import { mark } from "../../board/kingdom.js";
import { SQUARE, use } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { Picking, Putting } from "./picking.js";
import { Deciding } from "./totem.js";

const PRICES = { board: 2, stack: 4 };

// "hunter +6": a caveman and its highest gain, if known and wanted.
function offerWords(caveman, offer, table) {
  const what = say(`caveman.${caveman}`);
  return offer && hasHints(table) ? say("table.caveman-gain", { what, gain: gainText(offer.gain) }) : what;
}

// The same for a button, which has no name on small screens, only the picture.
function offerLabel(offer, table) {
  const what = element("span", { class: "what" }, say(`caveman.${offer.caveman}`));
  return hasHints(table) ? element("span", {}, what, " ", element("b", { class: "gain" }, gainText(offer.gain))) : what;
}

// Paying for a caveman: square by square, or by selecting a caveman, for which the cheapest payment is used.
export class Paying extends Picking {
  paid = [];
  wanted = null; // the offer of the selected caveman, null for none

  // `cavemen` are the available ones, each with the best way to recruit it; their buttons stand in the order of the cave board.
  constructor(table, hooks, moves, { cavemen = [] }) {
    super(
      table,
      hooks,
      table.kingdom.cells.filter(({ resource }) => resource),
    );
    const place = ({ from, caveman }) => (from === "board" ? table.state.board.indexOf(caveman) : Infinity);
    this.cavemen = [...cavemen].sort((one, other) => place(one) - place(other) || 0);
    this.sources = new Set(moves.map(({ from }) => from));
    this.words = say(this.sources.has("stack") ? "table.recruit-both" : "table.recruit");
    this.refusal = say("table.recruit-refused");
  }

  get choices() {
    const offers = this.cavemen.map((offer) => ({
      key: `recruit-${offer.caveman}`,
      text: offerLabel(offer, this.table),
      shape: `caveman-${offer.caveman}`,
      pressed: this.wanted === offer,
      run: () => this.want(offer),
    }));
    return [...offers, { key: "pass", text: say("table.pass"), run: () => this.hooks.send([{ type: "pass" }]) }];
  }

  // Use the cheapest payment for this caveman, or undo that.
  want(offer) {
    const again = this.wanted === offer;
    this.wanted = again ? null : offer;
    this.paid = again ? [] : this.lit.filter(({ x, y }) => offer.pay.some((square) => square[0] === x && square[1] === y));
    this.hooks.refused("");
    this.hooks.changed();
  }

  // One resource of each kind: a second one of the same kind replaces the first.
  pick(cell) {
    const had = this.paid.includes(cell);
    this.paid = this.paid.filter(({ resource }) => resource !== cell.resource);
    if (!had) this.paid.push(cell);
  }

  get tried() {
    const paid = this.paid.map(({ x, y }) => ({ x, y }));
    return paid.length ? { paid, wanted: this.wanted?.caveman } : null;
  }

  retry({ paid, wanted }) {
    this.wanted = this.cavemen.find(({ caveman }) => caveman === wanted) ?? null;
    this.paid = this.lit.filter((cell) => paid.some(({ x, y }) => cell.x === x && cell.y === y));
  }

  get source() {
    return Object.keys(PRICES).find((source) => this.sources.has(source) && PRICES[source] === this.paid.length);
  }

  get ready() {
    if (!this.source) return null;
    const taken = this.isSettled ? [{ type: "take", caveman: this.wanted.caveman }] : [];
    return [{ type: "recruit", from: this.source, pay: this.paid.map(({ x, y }) => [x, y]) }, ...taken];
  }

  // True if the payment is for the source (board or stack) of the selected caveman.
  get isSettled() {
    return this.wanted?.from === this.source;
  }

  get summary() {
    if (!this.source) return "";
    if (!this.isSettled) return say(`table.do-pay-${this.source}`);
    return say("table.do-recruit", { count: PRICES[this.source], what: say(`caveman.${this.wanted.caveman}`) });
  }

  isPicked(square) {
    return this.paid.includes(square);
  }

  back() {
    this.paid = [];
    this.wanted = null;
    super.back();
  }

  draw(board) {
    super.draw(board);
    mark(board, this.paid, "chosen");
    if (!this.wanted) return;
    const { caveman, x, y } = this.wanted; // the square with the highest gain
    const shape = use(`caveman-${caveman}`, SQUARE * x + 6, 6 - SQUARE * y, 28);
    shape.classList.add("ghost", "fits");
    board.querySelector(".overlay").append(shape);
  }
}

export class Taking extends Deciding {
  constructor(table, hooks, moves, { cavemen = [] }) {
    const offerOf = (kind) => cavemen.find(({ caveman }) => caveman === kind);
    const option = (move) => ({
      move,
      what: say(`caveman.${move.caveman}`),
      text: offerWords(move.caveman, offerOf(move.caveman), table),
      shape: `caveman-${move.caveman}`,
    });
    super(table, hooks, moves.map(option));
    this.cavemen = cavemen;
    this.words = say("table.take");
  }

  get summary() {
    return this.chosen ? say("table.do-take", { what: this.chosen.what }) : "";
  }
}

export class Settling extends Putting {
  constructor(table, hooks, moves, answer) {
    const { caveman } = table.events.findLast(({ type }) => type === "CavemanTaken").data;
    super(table, hooks, moves, `caveman-${caveman}`, answer);
    this.what = say(`caveman.${caveman}`);
    this.words = say("table.put", { what: this.what });
    this.refusal = say("table.put-refused");
  }

  get summary() {
    return say("table.do-put", { what: this.what });
  }
}
