// The face-down stack of the Tribe mode, shuffled again as often as it was (docs/randomness.md).

import { canonical } from "./canonical.js";
import { Fault } from "./checks.js";
import { shuffled, TILES } from "./draws.js";

const BOARD = 4; // as many tiles lie open, while the stack lasts

export async function checkStack(events, draw) {
  let stack = await shuffled(draw("cavemen/0"), TILES);
  let shuffles = 0;
  let refills = 0;
  let [source, open] = [null, 0];
  for (const { type, data, version } of events) {
    if (type === "BoardRefilled") {
      checkRefill(data.cavemen, stack.slice(0, BOARD - open), version);
      stack = stack.slice(BOARD - open);
      open += data.cavemen.length;
      refills += 1;
    }
    if (type === "CavemanPaid") source = data.source;
    if (type === "CavemanTaken" && source === "board") open -= 1;
    if (type === "CavemanTaken" && source === "stack") {
      shuffles += 1;
      stack = await shuffled(draw(`cavemen/${shuffles}`), without(data.caveman, stack, version));
    }
  }
  return `All ${refills} refills of the cave board are those that the seed gives, with ${shuffles} reshuffles.`;
}

function checkRefill(cavemen, due, version) {
  if (canonical(cavemen) !== canonical(due)) {
    throw new Fault(`The cave board got ${cavemen.join(", ")}; the seed gives ${due.join(", ")}.`, version);
  }
}

// What is left, sorted as before a shuffle.
function without(tile, stack, version) {
  const at = stack.indexOf(tile);
  if (at === -1) throw new Fault(`There was no ${tile} left in the stack.`, version);
  return stack.toSpliced(at, 1).sort((one, other) => TILES.indexOf(one) - TILES.indexOf(other));
}
