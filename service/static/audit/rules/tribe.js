// The cavemen of the Tribe mode: the cave board, the face-down stack, and recruiting (R29).

import { rule } from "./broken.js";
import { TILES } from "./setup.js";
import { named } from "./squares.js";
import { RESOURCES } from "./territory.js";

const OPEN = 4; // tiles on the board, as long as the stack lasts
const PRICES = { board: 2, stack: 4 }; // different resources

export class Tribe {
  constructor(isPlayed) {
    this.isPlayed = isPlayed;
    this.board = [];
    this.stack = isPlayed ? [...TILES] : []; // sorted: their order is a secret
    this.shuffled = [...this.stack];
    this.shuffles = 0;
    this.refill = false;
    this.paid = null; // the source of the caveman that is to be taken
    this.hand = null;
  }

  get missing() {
    return this.isPlayed ? Math.min(OPEN - this.board.length, this.stack.length) : 0;
  }

  lineDealt() {
    this.refill = this.missing > 0;
  }

  fill(cavemen) {
    rule(cavemen.length === this.missing, "draw/impossible");
    for (const caveman of cavemen) this.#remove(this.stack, caveman, "draw/impossible");
    this.board.push(...cavemen);
    this.refill = false;
  }

  #remove(tiles, caveman, code) {
    const at = tiles.indexOf(caveman);
    rule(at !== -1, code);
    tiles.splice(at, 1);
  }

  // The sources for which a territory has enough kinds of resources.
  sources({ resources }) {
    const kinds = resources.filter((squares) => squares.length > 0).length;
    return Object.keys(PRICES).filter((source) => this[source].length > 0 && kinds >= PRICES[source]);
  }

  pay({ source, squares }, kingdom) {
    rule(this.sources(kingdom).includes(source), "recruit/source");
    const kinds = squares.map((square) => RESOURCES.indexOf(kingdom.at(square)?.resource));
    const areInOrder = kinds.every((kind, place) => kind > (place === 0 ? -1 : kinds[place - 1]));
    rule(squares.length === PRICES[source] && areInOrder, "recruit/payment");
    for (const square of squares) kingdom.at(square).resource = null;
    this.paid = source;
  }

  get offered() {
    return this[this.paid];
  }

  take(caveman) {
    this.#remove(this.offered, caveman, "caveman/not-there");
    if (this.paid === "stack") {
      this.shuffled = [...this.stack];
      this.shuffles += 1;
    }
    Object.assign(this, { paid: null, hand: caveman });
  }

  put([x, y], kingdom) {
    rule(
      kingdom.placesForCaveman.some((square) => named(square) === named([x, y])),
      "caveman/square",
    );
    kingdom.putCaveman([x, y], this.hand);
    this.hand = null;
  }
}
