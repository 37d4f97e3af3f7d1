// The choice from the first line: whose king is drawn, and who chooses (R5, R21).

import { rule } from "./broken.js";
import { drawing, kingsOf } from "./setup.js";

const PAIRS = [
  [0, 3],
  [1, 2],
]; // of positions in the first line, for both chiefs of a player

// The lowest free domino of a line.
export const lowestFree = (line) => line.find(([, seat]) => seat === null)[0];

export class FirstChoice {
  constructor(rules, players) {
    this.way = drawing(rules, players);
    this.kingsEach = kingsOf(players);
    this.kings = players * this.kingsEach;
    this.drawn = []; // the seats of all kings drawn
    this.waiting = []; // of those who have not chosen
    this.second = null; // the domino that a choice of a pair also takes
  }

  get isDone() {
    return this.drawn.length === this.kings && this.waiting.length === 0;
  }

  // The seat to choose, or null while something follows by itself.
  mover(line) {
    return this.due(line) === null ? (this.waiting[0] ?? null) : null;
  }

  // What follows by itself: a king, with its seat if that is no draw; or the rest of a pair.
  due(line) {
    if (this.second !== null) return ["DominoChosen", this.waiting[0], { domino: this.second }];
    const missing = this.kings - this.drawn.length;
    if (this.way === "pairs" && this.waiting.length === 1 && missing % 2 === 1) return ["KingDrawn", this.waiting[0], {}];
    const isDue = this.way === "all at once" ? missing > 0 : missing > 0 && this.waiting.length === 0;
    if (isDue) return ["KingDrawn", null, {}];
    if (this.way === "pairs" && missing === 0 && this.waiting.length > 0) {
      return ["DominoChosen", this.waiting[0], { domino: lowestFree(line) }];
    }
    return null;
  }

  draw(seat) {
    rule(this.drawn.filter((other) => other === seat).length < this.kingsEach, "draw/impossible");
    this.drawn.push(seat);
    this.waiting.push(seat);
  }

  // Notes that the next king stands on this domino of the line; the first domino of a pair also decides the other.
  choose(domino, line) {
    const isFirst = this.way === "pairs" && this.second === null && this.drawn.length < this.kings;
    const pair = PAIRS.find(([first]) => line[first][0] === domino);
    rule(!isFirst || pair, "choice/pair");
    this.second = isFirst ? line[pair[1]][0] : null;
    this.waiting.shift();
  }
}
