// The squares that a board shows, and those to which a kingdom can still grow.

const SMALLEST_SIDE = 5;
const WITHOUT_LIMIT = 2;

function ends(cells, axis) {
  const values = [0, ...cells.map((cell) => cell[axis])];
  return [Math.min(...values), Math.max(...values)];
}

/** @type {(ends: number[], side: number) => number[]} */
function span([least, most], side) {
  const high = Math.max(Math.min(-Math.floor(side / 2), least) + side - 1, most);
  return [Math.min(least, high - side + 1), high];
}

/** @type {(eastward: number[], northward: number[]) => { west: number, south: number, east: number, north: number }} */
function frame([west, east], [south, north]) {
  return { west, south, east, north };
}

// The frame of the limit's size, with the castle as near to its middle as the kingdom allows.
export function frameOf(cells, limit) {
  const side = limit ?? SMALLEST_SIDE;
  return frame(span(ends(cells, "x"), side), span(ends(cells, "y"), side));
}

// That frame, extended by the squares that can be used now.
export function frameWith(cells, limit, lit) {
  const { west, south, east, north } = frameOf(cells, limit);
  const reach = (axis) => lit.map((square) => square[axis]);
  return {
    west: Math.min(west, ...reach("x")),
    south: Math.min(south, ...reach("y")),
    east: Math.max(east, ...reach("x")),
    north: Math.max(north, ...reach("y")),
  };
}

// All squares within the limit on which a half of the next domino could lie.
export function reachOf(cells, limit) {
  /** @type {(ends: number[]) => number[]} */
  const reach = ([least, most]) =>
    limit === null ? [least - WITHOUT_LIMIT, most + WITHOUT_LIMIT] : [most - limit + 1, least + limit - 1];
  return frame(reach(ends(cells, "x")), reach(ends(cells, "y")));
}
