// The columns and rows of a board along its lower and left edges, with the castle at 0; the style sheet shows them to
// viewers who prefer them.

import { SQUARE, svg } from "./svg.js";

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

// The group of numbers for a frame.
export function drawCoordinates({ west, south, east, north }) {
  return svg(
    "g",
    { class: "coordinates", "aria-hidden": "true" },
    ...range(west, east).map((x) => svg("text", { class: "column", x: SQUARE * x + 37, y: SQUARE - SQUARE * south - 3 }, x)),
    ...range(south, north).map((y) => svg("text", { class: "row", x: SQUARE * west + 3, y: 9 - SQUARE * y }, y)),
  );
}
