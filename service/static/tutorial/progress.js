// The progress in the tutorial, stored in this browser: the moves made, or that it is finished or skipped.

import { storage } from "../shared/kept/storage.js";

const KEY = "kingdomino.first-game";
const DONE = "done";

export const STEPS = 6; // each is one move

const stored = () => storage("localStorage"); // null in a browser that blocks it: then nothing is stored

// The moves made so far, null for none or if the tutorial is finished.
export function movesMade() {
  const kept = stored()?.getItem(KEY);
  return kept && kept !== DONE ? kept.split(" ") : null;
}

// True if it was finished or skipped.
export function isDone() {
  return stored()?.getItem(KEY) === DONE;
}

export function keepMoves(moves) {
  if (moves.length) stored()?.setItem(KEY, moves.join(" "));
  else stored()?.removeItem(KEY);
}

export function keepDone() {
  stored()?.setItem(KEY, DONE);
}
