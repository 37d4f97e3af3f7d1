// Picking one lit square of one's own board, by pointing or with the arrows.

import { mark } from "../../board/kingdom.js";
import { SQUARE, use } from "../../board/svg.js";
import { say } from "../../shared/words.js";
import { STEPS } from "./legality.js";
import { Task } from "./task.js";

const ARROWS = { ArrowRight: STEPS.east, ArrowUp: STEPS.north, ArrowLeft: STEPS.west, ArrowDown: STEPS.south };

const same = (a, b) => a !== null && b !== null && a.x === b.x && a.y === b.y;

export class Picking extends Task {
  at = null; // where the keys are
  picked = null; // the square that was picked, where only one is
  refusal = ""; // what is said of a square that cannot be picked

  constructor(table, hooks, lit) {
    super(table, hooks);
    this.lit = lit;
  }

  // The nearest lit square in a direction: the one that strays least from it.
  towards([dx, dy]) {
    const from = this.at ?? { x: 0, y: 0 };
    const ahead = this.lit
      .map((square) => ({
        square,
        along: (square.x - from.x) * dx + (square.y - from.y) * dy,
        aside: Math.abs((square.x - from.x) * dy) + Math.abs((square.y - from.y) * dx),
      }))
      .filter(({ along }) => along > 0);
    return ahead.sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside)[0]?.square ?? this.at ?? this.lit[0];
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

  // Take a lit square, or take it back.
  pick(_square) {}

  enter() {
    if (this.at === null) this.step(STEPS.east);
    else if (this.ready && same(this.picked, this.at)) this.hooks.confirm();
    else this.press(this.at);
  }

  step(step) {
    this.at = this.towards(step) ?? null;
    this.hooks.changed();
    if (this.at) this.hooks.said(say("table.square", this.at));
  }

  key(name) {
    if (ARROWS[name]) this.step(ARROWS[name]);
    else if (name === "Enter" || name === " ") this.enter();
    else if (name === "Escape") this.back();
    else return false;
    return true;
  }

  draw(board) {
    mark(board, this.lit, "lit");
    if (this.at) mark(board, [this.at], "cursor");
  }
}

// Picking the square for one thing: it is shown there, and confirming puts it.
export class Putting extends Picking {
  constructor(table, hooks, moves, shape) {
    super(
      table,
      hooks,
      moves.map(({ x, y }) => ({ x, y })),
    );
    this.type = moves[0].type;
    this.shape = shape;
  }

  pick(square) {
    this.picked = same(square, this.picked) ? null : square;
  }

  back() {
    this.picked = null;
    super.back();
  }

  get ready() {
    return this.picked && [{ type: this.type, ...this.picked }];
  }

  draw(board) {
    super.draw(board);
    if (!this.picked) return;
    mark(board, [this.picked], "chosen");
    const shape = use(this.shape, SQUARE * this.picked.x + 6, 6 - SQUARE * this.picked.y, 28);
    board.querySelector(".overlay").append(shape);
  }
}
