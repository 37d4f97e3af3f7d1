// The squares changed by events, marked under the numbers.

import { SQUARE, svg } from "../../board/svg.js";

const TESTS = {
  DominoPlaced:
    ({ domino }) =>
    (cell) =>
      cell.domino === domino,
  FirePlaced:
    ({ x, y }) =>
    (cell) =>
      cell.x === x && cell.y === y,
  CavemanPut:
    ({ x, y }) =>
    (cell) =>
      cell.x === x && cell.y === y,
  CavemanPaid:
    ({ squares }) =>
    (cell) =>
      squares.some(([x, y]) => cell.x === x && cell.y === y),
};

// The places at which these events put or removed something: `{ seat, squares, domino }`; `domino` is true for a whole domino.
export function touchedBy(events, { kingdoms }) {
  return events
    .filter(({ type, seat }) => type in TESTS && kingdoms[seat])
    .map(({ type, seat, data }) => ({
      seat,
      domino: type === "DominoPlaced",
      squares: kingdoms[seat].cells.filter(TESTS[type](data)),
    }));
}

function outline(squares) {
  const [left, top] = [Math.min(...squares.map(({ x }) => x)), Math.max(...squares.map(({ y }) => y))];
  const [wide, high] = ["x", "y"].map((axis) => new Set(squares.map((square) => square[axis])).size);
  const box = { x: SQUARE * left + 1, y: 1 - SQUARE * top, width: SQUARE * wide - 2, height: SQUARE * high - 2, rx: 2 };
  return ["touched under", "touched"].map((name) => svg("rect", { class: name, ...box }));
}

function markOn(board, { squares, domino }) {
  if (domino) {
    board.querySelector(`.domino[data-domino="${squares[0].domino}"] > .reading`).before(...outline(squares));
    return;
  }
  for (const square of squares) {
    board.querySelector(`.cell[data-x="${square.x}"][data-y="${square.y}"]`).append(...outline([square]));
  }
}

// Mark exactly these places in the kingdoms drawn under `root`.
export function markTouched(root, touched) {
  for (const mark of root.querySelectorAll(".touched")) mark.remove();
  for (const each of touched) markOn(root.querySelector(`.board.seat-${each.seat}`), each);
}

// Mark the dominoes just chosen in the drawn lines.
export function markTaken(lines, events) {
  const taken = events.filter(({ type }) => type === "DominoChosen").map(({ data }) => String(data.domino));
  for (const item of lines.querySelectorAll("li[data-domino]")) {
    item.classList.toggle("taken", taken.includes(item.dataset.domino));
  }
}
