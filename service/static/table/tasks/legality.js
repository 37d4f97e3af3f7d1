// Legal placements, as far as the page needs them: reasons of refusals, and all placements for a plan. The API decides.

import { reachOf } from "../../board/frame.js";

export const STEPS = { east: [1, 0], north: [0, 1], west: [-1, 0], south: [0, -1] };
export const DIRECTIONS = Object.keys(STEPS);

const at = ({ x, y }) => `${x},${y}`;

// The two squares that a placement covers, first half first.
export function squaresOf({ x, y, direction }) {
  const [dx, dy] = STEPS[direction];
  return [
    { x, y },
    { x: x + dx, y: y + dy },
  ];
}

function neighbours({ x, y }) {
  return Object.values(STEPS).map(([dx, dy]) => ({ x: x + dx, y: y + dy }));
}

function matches(covered, square, terrain) {
  return neighbours(square).some((beside) => (beside.x === 0 && beside.y === 0) || covered.get(at(beside)) === terrain);
}

function tooLarge(cells, squares, limit) {
  const frame = reachOf([...cells, ...squares], limit);
  return (
    limit !== null &&
    squares
      .concat(cells, { x: 0, y: 0 })
      .some(({ x, y }) => x < frame.west || x > frame.east || y < frame.south || y > frame.north)
  );
}

// The reason why a placement is illegal: `castle`, `covered`, `large`, `match`; null if it is legal (R8, R9).
export function faultOf({ cells }, limit, halves, placement) {
  const squares = squaresOf(placement);
  const covered = new Map(cells.map((cell) => [at(cell), cell.terrain]));
  if (squares.some(({ x, y }) => x === 0 && y === 0)) return "castle";
  if (squares.some((square) => covered.has(at(square)))) return "covered";
  if (tooLarge(cells, squares, limit)) return "large";
  return squares.some((square, index) => matches(covered, square, halves[index].terrain)) ? null : "match";
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

// All legal placements of a domino.
export function placesOf(kingdom, limit, halves) {
  const { west, south, east, north } = reachOf(kingdom.cells, limit);
  const all = range(west, east).flatMap((x) =>
    range(south, north).flatMap((y) => DIRECTIONS.map((direction) => ({ x, y, direction }))),
  );
  return all.filter((placement) => faultOf(kingdom, limit, halves, placement) === null);
}

// A text that is equal for placements that cover the same squares with the same halves.
export function sameness(placement, halves) {
  const texts = squaresOf(placement).map((square, index) => `${at(square)} ${JSON.stringify(halves[index])}`);
  return texts.sort().join(" ");
}

// The gains in the API's response, { gain, preview } by the placement's `sameness`; empty if the table has no hints.
export function gainsOf({ moves, gains, previews }, halves) {
  const known = moves.map((move, index) => [sameness(move, halves), { gain: gains?.[index], preview: previews?.[index] }]);
  return new Map(gains ? known : []);
}
