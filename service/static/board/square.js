// One square: its terrain, and the objects printed or placed on it; as a drawing and in words.

import { say, sequence } from "../shared/words.js";
import { use } from "./svg.js";
import { tileOf } from "./terrain.js";

const SIGNS = ["crowns", "fires", "craters"];

// The shapes of a square; its upper left corner is at (left, top) of the drawing. On a domino, `variant` is its number, plus 1 for
// its second half.
export function drawSquare(square, left, top, variant = 0) {
  const drawn = [use(tileOf(square.terrain, variant), left, top, 40)];
  for (const sign of SIGNS) {
    if (square[sign]) drawn.push(use(`${sign}-${square[sign]}`, left, top, 40));
  }
  if (square.token) drawn.push(use(`token-${square.token}`, left + 8, top + 8, 24));
  if (square.resource) drawn.push(use(square.resource, left + 11, top + 11, 18));
  if (square.caveman) drawn.push(use(`caveman-${square.caveman}`, left + 8, top + 8, 24));
  return drawn;
}

// "lake, 2 crowns"
export function squareWords(square) {
  const words = [say(`terrain.${square.terrain}`)];
  for (const member of ["crowns", "fires", "craters", "token"]) {
    if (square[member]) words.push(say(`piece.${member}`, { count: square[member] }));
  }
  if (square.resource) words.push(say(`piece.${square.resource}`));
  if (square.caveman) words.push(say(`caveman.${square.caveman}`));
  return sequence(words);
}
