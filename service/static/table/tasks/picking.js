// Picking one lit square of the viewer's board, with a pointer or the arrow keys.

import { gainText, gainWords, hasHints } from "../../board/hints.js";
import { mark } from "../../board/kingdom.js";
import { SQUARE, svg, use } from "../../board/svg.js";
import { say } from "../../shared/words.js";
import { ARROWS, nearest, same } from "../controls/arrows.js";
import { squareSaid } from "./square_words.js";
import { Task } from "./task.js";

const keyOf = ({ x, y }) => `${x},${y}`;

export class Picking extends Task {
  at = null; // the square selected with the keys
  picked = null; // the picked square, if only one is picked
  refusal = ""; // the text for a square that cannot be picked

  constructor(table, hooks, lit) {
    super(table, hooks);
    this.lit = lit;
  }

  press(square) {
    const found = this.lit.find((each) => same(each, square));
    if (found) this.pick(found);
    this.hooks.refused(found ? "" : this.refusal);
    this.hooks.changed();
  }

  /** @returns {object | null} */
  get tried() {
    return this.picked && { square: this.picked };
  }

  /** @param {any} tried */
  retry({ square }) {
    this.picked = this.lit.find((each) => same(each, square)) ?? null;
  }

  // Pick a lit square, or undo that.
  pick(_square) {}

  isPicked(square) {
    return same(square, this.picked);
  }

  // Enter picks the selected square, and then confirms; Space also undoes the pick.
  enter() {
    if (this.at === null && !this.ready) this.step(ARROWS.ArrowRight);
    else if (this.ready && (this.at === null || this.isPicked(this.at))) this.hooks.confirm();
    else if (this.isPicked(this.at)) this.hooks.said(this.heading);
    else this.choose();
  }

  choose() {
    this.press(this.at);
    const key = this.isPicked(this.at) ? "table.said-picked" : "table.said-put-back";
    this.hooks.said(say(key, { square: this.said(this.at) }));
  }

  step(step) {
    const next = this.at === null ? this.lit[0] : nearest(this.lit, this.at, step);
    this.at = next ?? this.at;
    this.hooks.changed();
    this.hooks.said(next ? this.said(next) : say("table.said-no-further"));
  }

  said(square) {
    return squareSaid(this.table, square, this.lit);
  }

  key(name, shift) {
    if (ARROWS[name]) this.step(ARROWS[name]);
    else if (name === " " && this.at !== null) this.choose();
    else return super.key(name, shift);
    return true;
  }

  draw(board) {
    mark(board, this.lit, "lit");
    if (this.at) mark(board, [this.at], "cursor");
  }
}

// Picking the square for one object: it is shown there, and confirming puts it.
export class Putting extends Picking {
  // `answer` is the API's response with the gain of each move.
  constructor(table, hooks, moves, shape, { gains, previews = [] }) {
    super(
      table,
      hooks,
      moves.map(({ x, y }) => ({ x, y })),
    );
    this.type = moves[0].type;
    this.shape = shape;
    this.gains = new Map(gains?.map((gain, index) => [keyOf(moves[index]), { gain, preview: previews[index] }]));
  }

  pick(square) {
    this.picked = same(square, this.picked) ? null : square;
  }

  back() {
    this.picked = null;
    super.back();
  }

  get brings() {
    return (hasHints(this.table) && this.picked && this.gains.get(keyOf(this.picked))) || null;
  }

  get ready() {
    return this.picked && [{ type: this.type, ...this.picked }];
  }

  draw(board) {
    super.draw(board);
    if (hasHints(this.table)) board.querySelector(".overlay").append(...this.lit.flatMap((square) => this.gainOn(square)));
    if (!this.picked) return;
    mark(board, [this.picked], "chosen");
    const shape = use(this.shape, SQUARE * this.picked.x + 6, 6 - SQUARE * this.picked.y, 28);
    board.querySelector(".overlay").append(shape);
  }

  said(square) {
    const known = hasHints(this.table) && this.gains.get(keyOf(square));
    return known ? say("table.said-gain", { said: super.said(square), gain: gainWords(known.gain) }) : super.said(square);
  }

  // The gain on a square, at its lower edge; nothing without a gain.
  gainOn(square) {
    const gain = this.gains.get(keyOf(square))?.gain;
    if (!gain) return [];
    return [svg("text", { class: "gain-on", x: SQUARE * square.x + 20, y: 36 - SQUARE * square.y }, gainText(gain))];
  }
}
