// Trying where the domino goes: by pointing at squares, by dropping it, or with the keys. Nothing is sent here.

import { drawPlaced, dominoWords, halvesOf } from "../../board/domino.js";
import { mark } from "../../board/kingdom.js";
import { svg } from "../../board/svg.js";
import { say } from "../../shared/words.js";
import { DIRECTIONS, faultOf, sameness, squaresOf, STEPS } from "./legality.js";
import { Task } from "./task.js";

const ARROWS = { ArrowRight: STEPS.east, ArrowUp: STEPS.north, ArrowLeft: STEPS.west, ArrowDown: STEPS.south };

const covers = (placement, { x, y }) => squaresOf(placement).some((square) => square.x === x && square.y === y);

function clockwise(direction) {
  return DIRECTIONS.at(DIRECTIONS.indexOf(direction) - 1);
}

export class Placing extends Task {
  trial = null; // { x, y, direction }
  laid = false; // whether the trial lies, or is only carried over the board
  direction = "east";

  constructor(table, hooks, domino, places, free) {
    super(table, hooks);
    this.hand = domino;
    this.halves = halvesOf(domino, table.origins);
    this.words = say("table.place", { domino });
    this.places = places;
    this.free = free;
    this.legal = new Set(places.map((place) => sameness(place, this.halves)));
    this.lit = [...new Map(places.flatMap(squaresOf).map((square) => [`${square.x},${square.y}`, square])).values()];
  }

  get heading() {
    if (!this.laid) return this.words;
    return say(this.free.length && !this.wished.length ? "table.laid-choose" : "table.laid");
  }

  /** @returns {{ key: string, text: string, shape?: string, pressed?: boolean, run: () => void }[]} */
  get choices() {
    return [{ key: "turn", text: say("table.turn"), shape: "icon-turn", run: () => this.turn() }];
  }

  /** @returns {object | null} */
  get ready() {
    if (!this.laid) return null;
    const place = { type: "place", domino: this.hand, ...this.trial };
    return [place, ...this.wished.map((domino) => ({ type: "choose", domino }))];
  }

  get summary() {
    const [wish] = this.wished;
    return wish ? say("table.do-both", { domino: this.hand, wish }) : say("table.do-place", { domino: this.hand });
  }

  isLegal(placement) {
    return this.legal.has(sameness(placement, this.halves));
  }

  /** @returns {object | null} */
  get tried() {
    return this.laid ? { ...super.tried, place: this.trial } : super.tried;
  }

  retry({ place, ...more }) {
    super.retry(more);
    if (place && this.isLegal(place)) Object.assign(this, { trial: place, direction: place.direction, laid: true });
  }

  // Why it may not lie there, in words.
  reason(placement) {
    const { cells } = this.table.kingdom;
    const fault = faultOf({ cells }, this.table.limit, this.halves, placement) ?? "refused";
    return say(`table.fault.${fault}`, { domino: this.hand, limit: this.table.limit });
  }

  // Lay the domino there, its first half on that square; or it goes back to the hand, and why.
  drop({ x, y }) {
    this.lay({ x, y, direction: this.direction });
  }

  lay(placement) {
    this.laid = this.isLegal(placement);
    this.trial = this.laid ? placement : null;
    this.direction = placement.direction;
    this.hooks.refused(this.laid ? "" : this.reason(placement));
    this.hooks.changed();
  }

  // The legal ways to cover a square, the one that turns the least first.
  waysOver(square) {
    const first = ({ x, y, direction }) => 2 * Number(direction !== this.direction) + Number(x !== square.x || y !== square.y);
    return this.places.filter((place) => covers(place, square)).sort((a, b) => first(a) - first(b));
  }

  press(square) {
    if (this.laid && covers(this.trial, square)) return this.turn(square);
    const [way] = this.waysOver(square);
    return this.lay(way ?? { ...square, direction: this.direction });
  }

  // One that lies is turned into the next legal place over the same square, one that is carried just turned.
  turn(square = this.trial) {
    if (this.laid) {
      const order = (place) => `${DIRECTIONS.indexOf(place.direction)} ${place.x} ${place.y}`;
      const ways = this.waysOver(square).sort((a, b) => order(a).localeCompare(order(b)));
      const now = ways.findIndex((way) => sameness(way, this.halves) === sameness(this.trial, this.halves));
      this.trial = ways[(now + 1) % ways.length];
      this.direction = this.trial.direction;
    } else {
      this.direction = clockwise(this.direction);
      this.trial &&= { ...this.trial, direction: this.direction };
    }
    this.hooks.changed();
  }

  // Carry the domino over a square, or nowhere.
  carry(square) {
    if (this.laid) return;
    this.trial = square && { ...square, direction: this.direction };
    this.hooks.moved();
  }

  step([dx, dy]) {
    const from = this.trial;
    this.trial = from ? { ...from, x: from.x + dx, y: from.y + dy } : { ...this.places[0] };
    this.direction = this.trial.direction;
    this.laid = false;
    this.hooks.refused("");
    this.hooks.changed();
    this.hooks.said(this.isLegal(this.trial) ? say("table.fits", this.trial) : this.reason(this.trial));
  }

  back() {
    this.trial = null;
    this.laid = false;
    super.back();
  }

  enter() {
    if (this.laid) this.hooks.confirm();
    else if (this.trial === null) this.step([0, 0]);
    else this.tryHere();
  }

  // What the keys carry stays where it is, so that one can go on from there.
  tryHere() {
    const here = this.trial;
    this.lay(here);
    this.trial = here;
    this.hooks.changed();
  }

  key(name) {
    if (ARROWS[name]) this.step(ARROWS[name]);
    else if (name === "r" || name === "R") this.turn();
    else if (name === "Enter") this.enter();
    else if (name === "Escape") this.back();
    else return false;
    return true;
  }

  draw(board) {
    if (!this.laid) mark(board, this.lit, "lit");
    if (!this.trial) return;
    const squares = squaresOf(this.trial).map((square, index) => ({ ...this.halves[index], ...square }));
    const kind = this.laid ? "laid" : this.isLegal(this.trial) ? "fits" : "fails";
    const ghost = svg("g", { class: `ghost ${kind}` }, drawPlaced(this.hand, squares));
    ghost.querySelector(".domino").removeAttribute("data-domino");
    board.querySelector(".overlay").append(ghost);
  }

  get handWords() {
    return say("table.hand", { domino: this.hand, halves: dominoWords(this.hand, this.table.origins) });
  }
}
