// Repeats the shuffles of the face-down stack of the Tribe mode (docs/organize/randomness.md).

import { say, sequence } from "../../shared/words.js";
import { canonical } from "../encoding/canonical.js";
import { Fault } from "../encoding/checks.js";
import { sortedTiles, TILES } from "../rules/setup.js";
import { shuffled } from "./draws.js";

const BOARD = 4; // the number of face-up tiles, as long as the stack lasts

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
  return say("audit.refills", { count: refills, shuffles });
}

function checkRefill(cavemen, due, version) {
  if (canonical(cavemen) !== canonical(due)) {
    throw new Fault(say("audit.refill", { cavemen: sequence(cavemen), due: sequence(due) }), version);
  }
}

// The remaining tiles, sorted as before a shuffle.
function without(tile, stack, version) {
  const at = stack.indexOf(tile);
  if (at === -1) throw new Fault(say("audit.no-tile", { tile }), version);
  return sortedTiles(stack.toSpliced(at, 1));
}
