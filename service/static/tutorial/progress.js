// How far somebody is in the first game, kept in this browser: the moves made, or that it is done with.

const KEY = "kingdomino.first-game";
const DONE = "done";

export const STEPS = 6; // each is one move

// A browser that blocks storage throws even when it is only read: then nothing is kept.
function stored() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

// The moves made so far, null for none or where it is done with.
export function movesMade() {
  const kept = stored()?.getItem(KEY);
  return kept && kept !== DONE ? kept.split(" ") : null;
}

// Whether it was played to its end or skipped.
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
