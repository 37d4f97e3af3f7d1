// Squares and placements in words, for screen readers.

import { frameWith } from "../../board/frame.js";
import { squareWords } from "../../board/square.js";
import { prefers } from "../../shared/preferences.js";
import { listed, say, sequence } from "../../shared/words.js";
import { squaresOf, STEPS } from "./legality.js";

const COUNTED = 9; // columns with a word of their own

const at = ({ x, y }) => `${x},${y}`;

function column(number) {
  return say(number > COUNTED ? "table.column" : `table.column-${number}`, { number });
}

function row(y) {
  if (y === 0) return say("table.row-castle");
  return say(y > 0 ? "table.row-above" : "table.row-below", { count: Math.abs(y) });
}

// The position of a square: its column, counted from the left of the drawn board, and its row, from the castle.
function place({ kingdom, limit }, square, lit) {
  const { west } = frameWith(kingdom.cells, limit, lit);
  const words = [column(square.x - west + 1), row(square.y)];
  return prefers("coordinates") ? [say("table.square", square), ...words] : words;
}

// A square in words, with its contents.
export function squareSaid(table, square, lit) {
  const cell = table.kingdom.cells.find(({ x, y }) => x === square.x && y === square.y);
  return listing([...place(table, square, lit), ...(cell ? [squareWords(cell)] : [])]);
}

function neighbours(square, others) {
  return Object.values(STEPS)
    .map(([dx, dy]) => ({ x: square.x + dx, y: square.y + dy }))
    .filter((beside) => !others.has(at(beside)));
}

// The neighbours of the halves: the matching ones, the castle first, and then the others.
function touched({ kingdom, origins }, placement, halves) {
  const squares = squaresOf(placement);
  const own = new Set(squares.map(at));
  const covered = new Map(kingdom.cells.map((cell) => [at(cell), cell.terrain]));
  const castle = say(origins ? "board.hut" : "board.castle");
  const matching = new Set();
  const others = new Set();
  for (const [index, square] of squares.entries()) {
    for (const beside of neighbours(square, own)) {
      const terrain = covered.get(at(beside));
      if (beside.x === 0 && beside.y === 0) matching.add(castle);
      else if (terrain) (terrain === halves[index].terrain ? matching : others).add(say(`terrain.${terrain}`));
    }
  }
  return [[...matching], [...others].filter((name) => !matching.has(name))];
}

// A placement in words: square, direction, neighbours.
export function placementSaid(table, placement, halves, lit) {
  const [matching, others] = touched(table, placement, halves);
  return listing([
    ...place(table, placement, lit),
    say(`table.pointing-${placement.direction}`),
    ...(matching.length ? [say("table.touches", { what: listed(matching) })] : []),
    ...(others.length ? [say("table.beside", { what: listed(others) })] : []),
  ]);
}

function listing(words) {
  return sequence(words);
}
