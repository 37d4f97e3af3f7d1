// Trying placements of a domino: by pointing at squares, by dropping it, or with the keys. Nothing is sent here.

import { drawPlaced, dominoWords, halvesOf } from "../../board/domino.js";
import { drawGain, gainText, gainWords } from "../../board/hints.js";
import { mark } from "../../board/kingdom.js";
import { svg } from "../../board/svg.js";
import { prefers } from "../../shared/preferences.js";
import { say } from "../../shared/words.js";
import { ARROWS, nearest } from "../controls/arrows.js";
import { DIRECTIONS, faultOf, sameness, squaresOf } from "./legality.js";
import { placementSaid } from "./square_words.js";
import { Task } from "./task.js";

const CASTLE = { x: 0, y: 0 };

const covers = (placement, { x, y }) => squaresOf(placement).some((square) => square.x === x && square.y === y);

function turned(direction, by) {
  return DIRECTIONS.at((DIRECTIONS.indexOf(direction) - by) % DIRECTIONS.length);
}

// Draw a domino over the board that does not lie there: `kind` is "laid", "fits", "fails" or "planned". Returns the ghost and its
// squares.
export function drawGhost(board, placement, halves, kind) {
  const squares = squaresOf(placement).map((square, index) => ({ ...halves[index], ...square }));
  const ghost = svg("g", { class: `ghost ${kind}` }, drawPlaced(placement.domino, squares));
  ghost.querySelector(".domino").removeAttribute("data-domino");
  board.querySelector(".overlay").append(ghost);
  return { ghost, squares };
}

export class Placing extends Task {
  trial = null; // { x, y, direction }
  laid = false; // true if the trial is laid, false while it is carried over the board
  at = null; // the square selected with the keys, null while a pointer carries the domino
  direction = "east";

  // `gains` has the gains of the placements by their `sameness`.
  constructor(table, hooks, domino, places, free, gains = new Map()) {
    super(table, hooks);
    this.words = say("table.place", { domino });
    this.free = free;
    this.setHand(domino, places, gains);
  }

  // Hold this domino, null for none, with its legal placements and their gains.
  setHand(domino, places, gains = new Map()) {
    this.hand = domino;
    this.halves = domino === null ? [] : halvesOf(domino, this.table.origins);
    this.places = places;
    this.gains = gains;
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

  get brings() {
    return this.trial && this.bringsAt(this.trial);
  }

  // The gain of a placement, null if it is illegal or hints are off.
  bringsAt(placement) {
    return (prefers("hints") && this.gains.get(sameness(placement, this.halves))) || null;
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

  // The reason why the placement is illegal, in words.
  reason(placement) {
    const { cells } = this.table.kingdom;
    const fault = faultOf({ cells }, this.table.limit, this.halves, placement) ?? "refused";
    return say(`table.fault.${fault}`, { domino: this.hand, limit: this.table.limit });
  }

  // Lay the domino with its first half on this square; if that is illegal, it returns to the hand with the reason.
  drop({ x, y }) {
    this.lay({ x, y, direction: this.direction });
  }

  lay(placement) {
    this.at = null;
    this.laid = this.isLegal(placement);
    this.trial = this.laid ? placement : null;
    this.direction = placement.direction;
    this.hooks.refused(this.laid ? "" : this.reason(placement));
    this.hooks.changed();
  }

  // The legal placements that cover a square, the one with the smallest turn first.
  waysOver(square) {
    const first = ({ x, y, direction }) => 2 * Number(direction !== this.direction) + Number(x !== square.x || y !== square.y);
    return this.places.filter((place) => covers(place, square)).sort((a, b) => first(a) - first(b));
  }

  press(square) {
    if (this.laid && covers(this.trial, square)) return this.turn(1, square);
    const [way] = this.waysOver(square);
    return this.lay(way ?? { ...square, direction: this.direction });
  }

  // Turn the domino; backwards with -1. If it is laid or held with the keys, it turns to the next legal placement over the
  // same square; a carried one just turns.
  turn(by = 1, square = this.at ?? this.trial) {
    if (this.laid || this.at) this.show(this.nextWay(square, by));
    else {
      this.direction = turned(this.direction, by);
      this.trial &&= { ...this.trial, direction: this.direction };
      this.hooks.changed();
    }
    if (this.trial) this.tell();
  }

  nextWay(square, by) {
    const order = (place) => `${DIRECTIONS.indexOf(place.direction)} ${place.x} ${place.y}`;
    const ways = this.waysOver(square).sort((a, b) => order(a).localeCompare(order(b)));
    const now = ways.findIndex((way) => sameness(way, this.halves) === sameness(this.trial, this.halves));
    return ways.at((now + by) % ways.length);
  }

  // The legal placement over a square with the smallest turn, preferably not the present one.
  otherWay(square) {
    const ways = this.waysOver(square);
    const now = this.trial && sameness(this.trial, this.halves);
    return ways.find((way) => sameness(way, this.halves) !== now) ?? ways[0];
  }

  // Try this placement, laid or carried as before.
  show({ x, y, direction }) {
    this.trial = { x, y, direction };
    this.direction = direction;
    this.hooks.changed();
  }

  // Carry the domino over a square, or nowhere.
  carry(square) {
    if (this.laid) return;
    this.at = null;
    this.trial = square && { ...square, direction: this.direction };
    this.hooks.moved();
  }

  // ---- with the keys

  // The placement with the highest gain, or the first one if hints are off.
  get best() {
    const gain = (place) => this.bringsAt(place)?.gain ?? 0;
    return this.places.reduce((best, place) => (gain(place) > gain(best) ? place : best));
  }

  // Move to the next square in a direction where the domino fits, starting from the castle.
  walk(step) {
    const square = nearest(this.lit, this.at ?? this.trial ?? CASTLE, step);
    if (square) this.hold(square, this.otherWay(square));
    else if (this.trial === null && this.places.length) this.holdBest();
    else this.hooks.said(this.places.length ? say("table.said-no-further") : this.words);
  }

  holdBest() {
    this.hold(this.best, this.best);
  }

  // Hold the domino over a square with the keys, in this direction.
  hold({ x, y }, way) {
    this.at = { x, y };
    this.laid = false;
    this.hooks.refused("");
    this.show(way);
    this.tell();
  }

  // Move by one square, even if the domino does not fit there.
  push([dx, dy]) {
    const { x, y } = this.trial ?? this.best;
    this.at = null;
    this.laid = false;
    this.hooks.refused("");
    this.show({ x: x + dx, y: y + dy, direction: this.direction });
    this.tell();
  }

  // Announce its square, direction, neighbours and gain, or why it cannot lie there.
  tell() {
    const { trial, table } = this;
    if (!this.isLegal(trial)) return this.hooks.said(this.reason(trial));
    const said = placementSaid(table, trial, this.halves, this.lit);
    const brings = this.bringsAt(trial);
    return this.hooks.said(brings ? say("table.said-gain", { said, gain: gainWords(brings.gain) }) : said);
  }

  enter() {
    if (this.laid) this.hooks.confirm();
    else if (this.trial) this.tryHere();
    else if (this.places.length) this.holdBest();
    else super.enter();
  }

  // A domino held with the keys stays there, so that the viewer can continue.
  tryHere() {
    const { trial, at } = this;
    this.lay(trial);
    Object.assign(this, { trial, at });
    this.hooks.changed();
    if (this.laid) this.hooks.said(this.heading);
  }

  back() {
    this.trial = null;
    this.at = null;
    this.laid = false;
    super.back();
  }

  key(name, shift) {
    if (ARROWS[name]) shift ? this.push(ARROWS[name]) : this.walk(ARROWS[name]);
    else if (name === "r" || name === "R") this.rotate(shift);
    else return super.key(name, shift);
    return true;
  }

  rotate(shift) {
    if (this.trial) this.turn(shift ? -1 : 1);
    else if (this.places.length) this.holdBest();
  }

  draw(board) {
    if (!this.laid) mark(board, this.lit, "lit");
    if (!this.trial) return;
    const kind = this.laid ? "laid" : this.isLegal(this.trial) ? "fits" : "fails";
    const { ghost, squares } = drawGhost(board, { domino: this.hand, ...this.trial }, this.halves, kind);
    if (this.at && !this.laid) {
      mark(board, [this.at], "cursor");
      ghost.append(...board.querySelectorAll(".overlay > .cursor")); // below the gain, which it would cover
    }
    if (this.brings) drawGain(ghost, squares, gainText(this.brings.gain));
  }

  get handWords() {
    return say("table.hand", { domino: this.hand, halves: dominoWords(this.hand, this.table.origins) });
  }
}
