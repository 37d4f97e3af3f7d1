// The end of a game as a ceremony over the page: the regions light up terrain by terrain, the points add up, and the winner's castle
// is crowned. The page below already shows the result; a click or a key ends the ceremony. It is hidden from screen readers.

import { CORNER, drawKingdom } from "../../board/kingdom.js";
import { drawKing } from "../../board/kings.js";
import { SQUARE, svg } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { number, signed } from "../../shared/formats.js";
import { nameOf } from "../../shared/names.js";
import { released } from "../../shared/press.js";
import { say } from "../../shared/words.js";
import { EXTRAS, titleOf } from "../result/counts.js";
import { why } from "../result/why.js";
import { regionsOf } from "./regions.js";
import { skipWords } from "./skipping.js";
import { click } from "./sounds.js";

const STEP = 750; // ms for a terrain or a bonus
const CROWNING = 2200;
const LEAVING = 300;
const LATE = 500; // ms after the end in which a press was still meant to skip
const PRESSING = ["Enter", " "];

const total = (regions) => regions.reduce((all, { points }) => all + points, 0);

// The steps of the count: a title, and for each seat its points and the squares that bring them.
export function stepsOf({ kingdoms, rules }) {
  const origins = rules.game === "origins";
  const scored = kingdoms.map(({ score }) => score.regions.filter(({ points }) => points > 0));
  const terrains = [...new Set(scored.flatMap((regions) => regions.map(({ terrain }) => terrain)))].map((terrain) => ({
    title: say(`terrain.${terrain}`),
    points: scored.map((regions) => total(regions.filter((region) => region.terrain === terrain))),
    squares: kingdoms.map(({ cells }) => regionsOf(cells, terrain)),
  }));
  const extras = EXTRAS.filter((name) => kingdoms.some(({ score }) => score[name])).map((name) => ({
    title: titleOf(name, origins),
    points: kingdoms.map(({ score }) => score[name] ?? 0),
    squares: kingdoms.map(() => []),
  }));
  return [...terrains, ...extras];
}

// Darkens a drawn board as far as its round corners, except for these squares.
function shade({ viewBox: { baseVal: box } }, squares) {
  const lit = squares.map(({ x, y }) => `M${SQUARE * x} ${-SQUARE * y}h40v40h-40z`).join("");
  const [width, height] = [box.width - 2 * CORNER, box.height - 2 * CORNER];
  const turn = (x, y) => `a${CORNER} ${CORNER} 0 0 1 ${x} ${y}`;
  const top = `M${box.x + CORNER} ${box.y}h${width}${turn(CORNER, CORNER)}v${height}${turn(-CORNER, CORNER)}`;
  const whole = `${top}h${-width}${turn(-CORNER, -CORNER)}v${-height}${turn(CORNER, -CORNER)}z`;
  return svg("path", { class: "shade", "fill-rule": "evenodd", d: whole + lit });
}

class Place {
  sum = 0;

  constructor(state, kingdom, { limit, origins }) {
    this.seat = kingdom.seat;
    this.draw = (crowned) => drawKingdom(kingdom, { limit, origins, label: "", crowned });
    this.board = this.draw(false);
    this.points = element("b", { class: "ceremony-points" }, 0);
    this.more = element("span", { class: "ceremony-more" });
    const name = element("span", { class: "name", dir: "auto" }, nameOf(state.players[kingdom.seat]));
    this.root = element(
      "figure",
      {},
      element("figcaption", {}, drawKing(kingdom.seat), name, this.more, this.points),
      this.board,
    );
  }

  count(points, squares) {
    this.sum += points;
    this.points.textContent = number(this.sum);
    this.more.textContent = points > 0 ? signed(points) : "";
    this.board.querySelector(".overlay").replaceChildren(shade(this.board, points > 0 ? squares : []));
  }

  // The last count: the sum of the state, and the crown or the shade.
  end({ ranking, kingdoms }) {
    const crowned = ranking[0].includes(this.seat);
    const board = this.draw(crowned);
    this.board.replaceWith(board);
    this.board = board;
    this.points.textContent = number(kingdoms[this.seat].score.total);
    this.more.textContent = "";
    this.root.classList.toggle("crowned", crowned);
    if (!crowned) board.querySelector(".overlay").append(shade(board, []));
  }
}

export class Ceremony {
  root = null; // null while there is none
  cover = null; // the same element, which stays transparent for `LATE` after the end and catches late presses
  over = () => {}; // ends the present pause
  isSkipping = false; // true if the last press of a pointer was on it

  constructor() {
    document.addEventListener("pointerdown", ({ target }) => this.press(target), { capture: true });
    document.addEventListener("click", (click) => this.click(click), { capture: true });
    document.addEventListener("wheel", () => this.finish(), { capture: true, passive: true });
    document.addEventListener("keydown", (press) => this.skip(press), { capture: true });
  }

  // Resolves when it is over.
  async show(state, table) {
    const places = state.kingdoms.map((kingdom) => new Place(state, kingdom, table));
    const what = element("p", { class: "ceremony-what" });
    const boards = element("div", { class: "ceremony-boards", "data-count": places.length }, ...places.map(({ root }) => root));
    await released();
    const root = element("div", { class: "ceremony", "aria-hidden": "true" }, what, boards, element("p", {}, skipWords()));
    document.body.append(root);
    this.root = root;
    this.cover = root;
    for (const { title, points, squares } of stepsOf(state)) {
      what.textContent = title;
      for (const place of places) place.count(points[place.seat], squares[place.seat]);
      click();
      await this.rest(STEP);
    }
    [what.textContent] = why(state);
    for (const place of places) place.end(state);
    await this.rest(CROWNING);
    if (this.root) await root.animate([{ opacity: 1 }, { opacity: 0 }], LEAVING).finished;
    this.leave();
  }

  press(target) {
    this.isSkipping = this.cover?.contains(target) ?? false;
  }

  // A click that skips does nothing else, also if the ceremony has ended since the press: a finger's click is found anew at its
  // release, and would follow a link below. Keys make clicks without a press, of the detail 0.
  click(click) {
    if (!this.isSkipping || click.detail === 0) return;
    this.isSkipping = false;
    click.preventDefault();
    click.stopPropagation();
    this.leave();
  }

  // A key that presses buttons does nothing else: the focus moves to one when the ceremony is over.
  skip(press) {
    if (this.cover && PRESSING.includes(press.key) && !press.target.closest?.("input, textarea")) press.preventDefault();
    this.finish();
  }

  // A pause that ends at once after `finish`.
  rest(pause) {
    if (!this.root) return Promise.resolve();
    return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      this.over = () => resolve();
      setTimeout(resolve, pause);
    });
  }

  // The end, for the eye: a press that comes a moment too late to skip finds the cover, and not what lies below.
  leave() {
    const { root } = this;
    if (!root) return;
    root.classList.add("over");
    this.root = null;
    this.over();
    setTimeout(() => this.finish(), LATE);
  }

  finish() {
    this.cover?.remove();
    this.root = null;
    this.cover = null;
    this.over();
  }
}
