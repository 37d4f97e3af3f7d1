// Dominoes: their squares by number, and their drawings, on a board or alone.

import { data } from "../shared/data.js";
import { drawSquare, squareWords } from "./square.js";
import { SQUARE, svg, use } from "./svg.js";
import { sequence } from "../shared/words.js";

const SETS = data("dominoes");

// The two halves of a domino, as squares without a place.
export function halvesOf(number, origins) {
  return SETS[origins ? "origins" : "kingdomino"][number - 1];
}

export function dominoWords(number, origins) {
  return sequence(halvesOf(number, origins).map(squareWords), "list.semicolon");
}

// Two adjacent squares as one domino, with its number at the seam, where it covers no letter.
export function drawPlaced(number, squares) {
  const left = SQUARE * Math.min(...squares.map(({ x }) => x));
  const top = -SQUARE * Math.max(...squares.map(({ y }) => y));
  const lies = squares[0].y === squares[1].y;
  const [middle, height] = lies ? [left + 33, top + 34] : [left + 30, top + 40];
  const edge = { x: left + 0.8, y: top + 0.8, width: lies ? 78.4 : 38.4, height: lies ? 38.4 : 78.4, rx: 2 };
  return svg(
    "g",
    { class: "domino", "data-domino": number },
    ...squares.map((square, half) =>
      svg(
        "g",
        { class: "cell", "data-x": square.x, "data-y": square.y },
        ...drawSquare(square, SQUARE * square.x, -SQUARE * square.y, number + half),
      ),
    ),
    svg("use", { href: lies ? "#slab" : "#slab-up", x: left, y: top }),
    svg("rect", { class: "edge", ...edge }),
    svg(
      "g",
      { class: "reading" },
      svg("rect", { class: "number-ground", x: middle - 7, y: height - 4.5, width: 14, height: 9, rx: 4.5 }),
      svg("text", { class: "number", x: middle, y: height + 2.6 }, number),
    ),
  );
}

// The number of a placed domino in a sequence, on its first half.
export function numbered(number, squares) {
  const [left, top] = [SQUARE * squares[0].x, -SQUARE * squares[0].y];
  return svg(
    "g",
    { class: "order" },
    svg("circle", { cx: left + 20, cy: top + 20, r: 8 }),
    svg("text", { x: left + 20, y: top + 23.9 }, number),
  );
}

// The king of a seat, standing on a horizontal domino.
function standing(seat) {
  const place = { x: 28, y: 14, width: 24, height: 24, viewBox: "0 0 20 20" };
  return svg("svg", { class: `king seat-${seat}`, ...place }, use(`king-${seat}`, 0, 0, 20));
}

// A single horizontal domino, with the king of the seat that chose it, if any. It is hidden from screen readers: describe it in
// text next to it.
export function drawDomino(number, origins, seat = null) {
  const [first, second] = halvesOf(number, origins);
  return svg(
    "svg",
    { class: "domino-alone", viewBox: "0 0 80 40", "aria-hidden": "true" },
    drawPlaced(number, [
      { ...first, x: 0, y: 0 },
      { ...second, x: 1, y: 0 },
    ]),
    ...(seat === null ? [] : [standing(seat)]),
  );
}
