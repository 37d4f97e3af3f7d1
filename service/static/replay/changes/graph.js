// The points of all players over time, or their chances to win: each seat has its own colour, dash and mark. A click or
// a drag goes to that move.

import { drawKing } from "../../board/kings.js";
import { svg } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { number } from "../../shared/formats.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { scoreOf } from "./points.js";
import { roundOf } from "../controls/stops.js";

const INNER = { left: 30, right: 10, top: 10, bottom: 22 };
const STEPS = [5, 10, 20, 50, 100, 200];
const MOST_TICKS = 4;
const LEAST_GAP = 22; // px between the numbers of two rounds
const MARK = 8;
// The mark of each seat in a square of 20: a circle, a square, a triangle, a diamond, as under its king.
const SHAPES = ["M2 10a8 8 0 1 0 16 0a8 8 0 1 0-16 0z", "M3 3h14v14h-14z", "M10 2L18.5 17.5H1.5z", "M10 1L18 10L10 19L2 10z"];

// The default look: points.
function pointsOf(frames) {
  return { value: (index, seat) => scoreOf(frames[index].state, seat).total, text: number };
}

export class Graph {
  width = 0; // width of the drawing in px; 0 until it is laid out
  height = 0;

  // In `place`, with the numbers in the panel `numbers`; `rounds` are the indices of the frames with which rounds end. `look` is
  // { title, value(index, seat), text(value) } for values other than points.
  constructor(place, numbers, frames, rounds, visit, look = null) {
    this.look = look;
    this.title = look?.title ?? say("replay.graph");
    this.places = [place, numbers];
    this.legend = element("ul", { class: "legend" });
    this.drawing = svg("svg", { class: "points-graph", role: "img", "aria-label": this.title });
    this.numbers = element("div", {});
    place.append(this.legend, this.drawing);
    numbers.append(this.numbers);
    this.extend(frames, rounds);
    this.listen(visit);
    new ResizeObserver(() => this.draw()).observe(this.drawing);
  }

  // Show these frames; nothing before the game has begun.
  extend(frames, rounds) {
    this.frames = frames;
    this.rounds = rounds;
    this.seats = [...frames.at(-1).state.kingdoms.keys()];
    for (const place of this.places) place.hidden = !this.seats.length;
    const { value, text } = this.look ?? pointsOf(frames);
    this.text = text;
    this.totals = this.seats.map((seat) => frames.map((_, index) => value(index, seat)));
    this.numbers.replaceChildren(this.table());
    this.width = 0;
    this.draw();
  }

  // ---- coordinates

  x(index) {
    return INNER.left + (index * (this.width - INNER.left - INNER.right)) / Math.max(1, this.frames.length - 1);
  }

  y(points) {
    return (
      this.height - INNER.bottom - ((points - this.least) * (this.height - INNER.top - INNER.bottom)) / (this.most - this.least)
    );
  }

  indexAt(clientX) {
    const share = (clientX - this.drawing.getBoundingClientRect().left - this.x(0)) / (this.x(1) - this.x(0));
    return Math.min(Math.max(Math.round(share), 0), this.frames.length - 1);
  }

  listen(visit) {
    const follow = (press) => press.buttons & 1 && visit(1 + this.indexAt(press.clientX));
    this.drawing.addEventListener("pointerdown", (press) => {
      this.drawing.setPointerCapture(press.pointerId);
      follow(press);
    });
    this.drawing.addEventListener("pointermove", follow);
  }

  // ---- drawing

  draw() {
    const { width, height } = this.drawing.getBoundingClientRect();
    if (!width || !height || (width === this.width && height === this.height)) return;
    Object.assign(this, { width, height });
    this.now = svg("g", { class: "now" });
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
    this.drawing.replaceChildren(
      ...this.grid(),
      ...this.roundNumbers(),
      ...this.seats.flatMap((seat) => this.line(seat)),
      this.now,
    );
    if (this.index !== undefined) this.showNow();
  }

  grid() {
    const [least, most] = [Math.min(0, ...this.totals.flat()), Math.max(1, ...this.totals.flat())];
    const step = STEPS.find((each) => (most - least) / each <= MOST_TICKS) ?? most;
    this.least = step * Math.floor(least / step);
    this.most = step * Math.ceil(most / step);
    const ticks = Array.from({ length: 1 + (this.most - this.least) / step }, (_, tick) => this.least + tick * step);
    return ticks.flatMap((points) => [
      svg("line", { class: "grid", x1: INNER.left, x2: this.width - INNER.right, y1: this.y(points), y2: this.y(points) }),
      svg("text", { class: "axis", x: INNER.left - 6, y: this.y(points) + 4, "text-anchor": "end" }, points),
    ]);
  }

  roundNumbers() {
    let last = -LEAST_GAP;
    return this.rounds
      .filter((index) => {
        const fits = this.x(index) - last >= LEAST_GAP;
        if (fits) last = this.x(index);
        return fits;
      })
      .map((index) =>
        svg(
          "text",
          { class: "axis", x: this.x(index), y: this.height - 6, "text-anchor": "middle" },
          roundOf(this.frames, index),
        ),
      );
  }

  line(seat) {
    const totals = this.totals[seat];
    const path = totals.map((points, index) =>
      index ? `H${this.x(index)}V${this.y(points)}` : `M${this.x(0)} ${this.y(points)}`,
    );
    return [
      svg("path", { class: `points-line seat-${seat}`, d: path.join("") }),
      ...this.rounds.map((index) => this.mark(seat, index, MARK)),
    ];
  }

  mark(seat, index, size) {
    const [x, y] = [this.x(index) - size / 2, this.y(this.totals[seat][index]) - size / 2];
    const shape = svg("path", { class: "piece", d: SHAPES[seat], transform: `translate(${x} ${y}) scale(${size / 20})` });
    return svg("g", { class: `seat-${seat}` }, shape);
  }

  // ---- the present move

  show(version) {
    if (!this.seats.length) return;
    const index = version - 1;
    this.index = index;
    this.legend.replaceChildren(
      ...this.seats.map((seat) =>
        element(
          "li",
          {},
          drawKing(seat),
          element("span", { dir: "auto" }, nameOf(this.frames[index].state.players[seat] ?? { seat })),
          element("b", {}, this.text(this.totals[seat][index])),
        ),
      ),
    );
    if (this.width) this.showNow();
  }

  showNow() {
    const x = this.x(this.index);
    this.now.replaceChildren(
      svg("line", { x1: x, x2: x, y1: INNER.top, y2: this.height - INNER.bottom }),
      ...this.seats.map((seat) => this.mark(seat, this.index, 1.6 * MARK)),
    );
  }

  // ---- the same in numbers

  table() {
    const { players } = this.frames.at(-1).state;
    const heads = [say("replay.round"), ...this.seats.map((seat) => nameOf(players[seat]))];
    const rows = this.rounds.map((index) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, roundOf(this.frames, index)),
        ...this.seats.map((seat) => element("td", { class: "number-column" }, this.text(this.totals[seat][index]))),
      ),
    );
    return element(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": this.title },
      element(
        "table",
        { class: "table" },
        element(
          "thead",
          {},
          element(
            "tr",
            {},
            ...heads.map((head, column) => element("th", { scope: "col", ...(column && { class: "number-column" }) }, head)),
          ),
        ),
        element("tbody", {}, ...rows),
      ),
    );
  }
}
