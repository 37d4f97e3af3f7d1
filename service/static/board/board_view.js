// The view of the viewer's own board. On touch screens the squares of a wide board stay large enough for a finger: the board
// is then larger than its view and moves in it, by swiping and automatically.

import { element } from "../shared/elements.js";

const MARGIN = 12; // of a drawing, the sum of both sides
const SQUARE = 40;
const EDGE = 28; // px: dragging a domino this close to an edge moves the board
const STEP = 5; // px a frame

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

// The directions in which something is out of view.
const SIDES = {
  left: (part, view) => part.left < view.left,
  right: (part, view) => part.right > view.right,
  up: (part, view) => part.top < view.top,
  down: (part, view) => part.bottom > view.bottom,
};

/** @type {(parts: Box[]) => Box} */
function around(parts) {
  return {
    left: Math.min(...parts.map(({ left }) => left)),
    right: Math.max(...parts.map(({ right }) => right)),
    top: Math.min(...parts.map(({ top }) => top)),
    bottom: Math.max(...parts.map(({ bottom }) => bottom)),
  };
}

// The smallest move in whole pixels that brings an interval into view.
function missing(from, to, start, end) {
  if (from < start) return Math.floor(from - start);
  return to > end ? Math.min(Math.ceil(to - end), Math.floor(from - start)) : 0;
}

function middleOf({ left, right, top, bottom }) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x, right: x, top: y, bottom: y };
}

export class BoardView {
  shown = ""; // the squares to which the view was last moved

  // The view replaces the board in the document.
  constructor(board) {
    this.board = board;
    this.scroller = element("div", { class: "board-scroll" });
    this.signs = Object.keys(SIDES).map((side) =>
      element("span", { class: `beyond ${side}`, "aria-hidden": "true", hidden: "" }),
    );
    this.place = element("div", { class: "board-view" }, this.scroller, ...this.signs);
    board.replaceWith(this.place);
    this.scroller.append(board);
    this.scroller.addEventListener("scroll", () => this.tell(), { passive: true });
    new ResizeObserver(() => this.tell()).observe(this.scroller);
  }

  // The position of the view in the window.
  get box() {
    return this.scroller.getBoundingClientRect();
  }

  parts(selector) {
    return [...this.board.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
  }

  // Call this after the board was redrawn with this frame: brings usable squares into view, and keeps the trial in view.
  show({ west, south, east, north }, task) {
    const acts = Boolean(task?.lit.length);
    this.board.style.setProperty("--across", acts ? SQUARE * (east - west + 1) + MARGIN : 0);
    this.board.style.setProperty("--up", acts ? SQUARE * (north - south + 1) + MARGIN : 0);
    const lit = JSON.stringify(task?.lit ?? []);
    if (lit !== this.shown) this.centre(this.parts(".mark.lit"));
    this.shown = lit;
    this.bring(this.parts(".mark.cursor, .ghost .edge"));
    this.tell();
  }

  centre(parts) {
    if (!parts.length) return;
    const { box } = this;
    const { left, right, top, bottom } = around(parts);
    const way = { left: (left + right - box.left - box.right) / 2, top: (top + bottom - box.top - box.bottom) / 2 };
    this.scroller.scrollBy({ ...way, behavior: "instant" });
  }

  bring(parts) {
    if (!parts.length) return;
    const { box } = this;
    const { left, right, top, bottom } = around(parts);
    this.scroller.scrollBy({ left: missing(left, right, box.left, box.right), top: missing(top, bottom, box.top, box.bottom) });
  }

  // Move the board under a domino that is dragged to an edge of the view; returns true if it moved.
  push({ x, y }) {
    const { scroller, box } = this;
    if (y < box.top || y >= box.bottom) return false;
    const { scrollLeft, scrollTop } = scroller;
    const step = (at, start, end) => STEP * (Number(at >= end - EDGE) - Number(at < start + EDGE));
    scroller.scrollBy({ left: step(x, box.left, box.right), top: step(y, box.top, box.bottom), behavior: "instant" });
    return scroller.scrollLeft !== scrollLeft || scroller.scrollTop !== scrollTop;
  }

  // Show the sides on which usable squares are out of view.
  tell() {
    const { box } = this;
    const middles = this.parts(".mark.lit").map(middleOf);
    for (const [index, isBeyond] of Object.values(SIDES).entries())
      this.signs[index].hidden = !middles.some((middle) => isBeyond(middle, box));
  }
}
