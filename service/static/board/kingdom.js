// A kingdom as SVG, from a state's `kingdoms`; the server draws the same (templates/board/drawing.html).

import { drawCoordinates } from "./coordinates.js";
import { drawPlaced } from "./domino.js";
import { frameOf } from "./frame.js";
import { SQUARE, svg, use } from "./svg.js";

const MARGIN = 6;
export const CORNER = 10; // the radius of the board's corners

function byDomino(cells) {
  const dominoes = new Map();
  for (const cell of cells) dominoes.set(cell.domino, [...(dominoes.get(cell.domino) ?? []), cell]);
  return [...dominoes];
}

// The shadow that the kingdom and its castle cast on the table.
function shadow(cells) {
  const places = [{ x: 0, y: 0 }, ...cells].map(({ x, y }) => `M${SQUARE * x + 2} ${4 - SQUARE * y}h40v40h-40z`);
  return svg("path", { class: "drop", d: places.join("") });
}

function ground({ west, south, east, north }) {
  const box = { x: SQUARE * west, y: -SQUARE * north, width: SQUARE * (east - west + 1), height: SQUARE * (north - south + 1) };
  const outer = { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN };
  return [outer, svg("rect", { class: "ground", ...outer, rx: CORNER }), svg("rect", { ...box, fill: "url(#pattern-squares)" })];
}

// The board of a kingdom: `limit` is the side of the largest allowed kingdom or null, `label` the text for screen readers,
// and `crowned` is true for a winner.
export function drawKingdom({ seat, cells }, { limit, origins, label, crowned = false, frame = frameOf(cells, limit) }) {
  const [outer, ...under] = ground(frame);
  const viewBox = [outer.x, outer.y, outer.width, outer.height].join(" ");
  return svg(
    "svg",
    { class: `board seat-${seat}`, viewBox, role: "img", "aria-label": label },
    ...under,
    shadow(cells),
    svg("g", { class: "castle" }, use(origins ? "hut" : "castle", 0, 0, 40), use(`king-${seat}`, 10, 15, 20)),
    ...byDomino(cells).map(([number, squares]) => drawPlaced(number, squares)),
    ...(crowned ? [use("victory", 5, -17, 30)] : []),
    drawCoordinates(frame),
    svg("g", { class: "overlay" }),
  );
}

function outline({ x, y }, name) {
  return svg("rect", {
    class: name,
    "data-x": x,
    "data-y": y,
    x: SQUARE * x + 1,
    y: 1 - SQUARE * y,
    width: 38,
    height: 38,
    rx: 5,
  });
}

function dominoAt(board, { x, y }) {
  return board.querySelector(`.domino[data-domino] > .cell[data-x="${x}"][data-y="${y}"]`)?.parentNode;
}

function numberOf(domino) {
  return [...domino.querySelectorAll(":scope > .reading")].map((part) => part.cloneNode(true));
}

// Highlight squares of a drawn board: each gets a rectangle `mark <name>`, with a pale `halo` for contrast with dominoes.
// The dominoes' numbers are drawn again on top, so that they stay legible.
export function mark(board, squares, name) {
  const covered = squares.filter((square) => dominoAt(board, square));
  const dominoes = new Set(covered.map((square) => dominoAt(board, square)));
  board
    .querySelector(".overlay")
    .append(
      ...covered.map((square) => outline(square, `halo ${name}`)),
      ...squares.map((square) => outline(square, `mark ${name}`)),
      ...[...dominoes].map((domino) => svg("g", { class: `again ${name}` }, ...numberOf(domino))),
    );
}

// Remove the marks with this name.
export function unmark(board, name) {
  for (const found of board.querySelectorAll(`.overlay .${name}`)) found.remove();
}
