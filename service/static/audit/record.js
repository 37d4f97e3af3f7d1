// The events of a bundle: read line by line, each in its place and in the chain (docs/audit.md).

import { fromHex, same, sha256, utf8 } from "./bytes.js";
import { canonical, parsed } from "./canonical.js";
import { Fault, NotShown } from "./checks.js";
import { anything, formed, isHash } from "./forms.js";
import { knownOf } from "./types.js";

const NEW_LINE = 0x0a;
const EVENT = {
  actor: anything, at: anything, cause: anything, data: anything, hash: isHash, schema: anything, seat: anything,
  type: anything, version: anything,
};

// The lines; the good events, up to the first that cannot be read or is not in its place; the Fault that ended
// them, as `broken` (of integrity) or `gap` (of completeness); and those before the first of an unknown type.
export async function readRecord(game, bytes) {
  const { lines, rest } = linesOf(bytes);
  const events = [];
  let [broken, gap] = [null, null];
  let head = await sha256(utf8(`kingdomino game ${game}`));
  for (const [index, line] of lines.entries()) {
    const { event, next, ...faults } = await readLine(line, index + 1, head);
    ({ broken, gap } = faults);
    if (broken || gap) break;
    head = next;
    events.push(event);
  }
  if (rest && events.length === lines.length) broken = new Fault("The last line has no end.", lines.length + 1);
  return { lines: rest ? [...lines, rest] : lines, events, known: knownOf(events), broken, gap };
}

// The bytes of each line without its end, and what stands after the last end, if anything does.
function linesOf(bytes) {
  const lines = [];
  let start = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, start)) {
    lines.push(bytes.subarray(start, at));
    start = at + 1;
  }
  return { lines, rest: start < bytes.length ? bytes.subarray(start) : null };
}

async function readLine(line, number, head) {
  let event;
  try {
    event = formed(parsed(line), EVENT, "It");
  } catch (problem) {
    return { broken: new Fault(`Line ${number}: ${problem.message}`, number), gap: null };
  }
  const { hash, ...body } = event;
  const next = await sha256(head, utf8(canonical(body)));
  const broken = same(next, fromHex(hash)) ? null
    : new Fault(`Event ${number} or its hash is not what was hashed then.`, number);
  const gap = event.version === number ? null
    : new Fault(`After version ${number - 1} comes version ${canonical(event.version)}.`, number);
  return { event, next, broken, gap };
}

// NotShown where there is no event, or one that is not good: what comes after it was not looked at.
export function checkWhole({ lines, events }) {
  if (lines.length === 0) throw new NotShown("There is no event.");
  if (events.length < lines.length) {
    throw new NotShown(`Only the first ${events.length} of ${lines.length} events can be read and are in their place.`);
  }
}

// NotShown where not all events were looked at, because one is not good or of a type that this page does not know.
export function checkKnown(bundle) {
  checkWhole(bundle);
  const { events, known } = bundle;
  if (known.length === events.length) return `All ${events.length} events are of types that this page knows.`;
  if (known.length === 0) throw new NotShown("Event 1 is no GameCreated that this page can read, so it cannot judge.");
  const { type, schema, version } = events[known.length];
  throw new NotShown(`Event ${version} is of the type ${canonical(type)} in schema ${canonical(schema)}, which this `
    + "page does not know: from there on it cannot judge.");
}
