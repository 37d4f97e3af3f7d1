// Squares by their coordinates: the castle or hut is at (0, 0), x grows to the right and y upwards.

/** @typedef {[x: number, y: number]} Square */

/** @type {Square} */
export const CASTLE = [0, 0];

/** @type {Record<string, Square>} */
export const DIRECTIONS = { east: [1, 0], north: [0, 1], west: [-1, 0], south: [0, -1] };

// The name of a square, as a key of maps.
export const named = ([x, y]) => `${x},${y}`;

/** @type {(square: Square, step: Square) => Square} */
export const moved = ([x, y], [dx, dy]) => [x + dx, y + dy];

// The four squares beside a square.
export const beside = (square) => Object.values(DIRECTIONS).map((step) => moved(square, step));

// The eight squares around a square.
export function around(square) {
  /** @type {Square[]} */
  const steps = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => /** @type {Square} */ ([dx, dy])));
  return steps.filter(([dx, dy]) => dx !== 0 || dy !== 0).map((step) => moved(square, step));
}

// The larger of the distances in x and y.
export const distance = ([x, y], [otherX, otherY]) => Math.max(Math.abs(x - otherX), Math.abs(y - otherY));

// For sorting from the lowest row up, each row from left to right.
export const byRow = ([x, y], [otherX, otherY]) => y - otherY || x - otherX;

// The larger of the width and the height of the smallest rectangle around these squares.
export function extent(squares) {
  const span = (numbers) => Math.max(...numbers) - Math.min(...numbers) + 1;
  return Math.max(span(squares.map(([x]) => x)), span(squares.map(([, y]) => y)));
}

// The parts of a list of squares that are connected by their sides, in the order of their first squares.
export function connected(squares) {
  const left = new Map(squares.map((square) => [named(square), square]));
  const parts = [];
  for (const first of squares) {
    if (!left.delete(named(first))) continue;
    const part = [first];
    for (const square of part) part.push(...beside(square).filter((next) => left.delete(named(next))));
    parts.push(part);
  }
  return parts;
}
