// The events of a bundle: read line by line, each in its place and in the chain (docs/organize/audit.md).

import { say } from "../../shared/words.js";
import { fromHex, same, sha256, utf8 } from "../../shared/bytes.js";
import { canonical, LONGEST, parsed } from "../encoding/canonical.js";
import { Fault, NotShown } from "../encoding/checks.js";
import { anything, formed, isHash } from "../encoding/forms.js";
import { isOpening, knownOf } from "./types.js";

const NEW_LINE = 0x0a;
const EVENT = {
  actor: anything,
  at: anything,
  cause: anything,
  data: anything,
  hash: isHash,
  schema: anything,
  seat: anything,
  type: anything,
  version: anything,
};

// The lines; the good events, up to the first that is unreadable or out of place; the Fault that ended
// them, as `broken` (of integrity) or `gap` (of completeness); and the events that can be judged: up to the first of an
// unknown type.
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
  if (rest && events.length === lines.length) broken = new Fault(say("audit.no-line-end"), lines.length + 1);
  return { lines: rest ? [...lines, rest] : lines, events, known: knownOf(events), broken, gap };
}

// The bytes of each line without its line feed, and the bytes after the last line feed, if any.
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
  if (line.length > LONGEST) {
    return { broken: new Fault(say("audit.too-long", { name: say("audit.line-number", { number }) }), number), gap: null };
  }
  let event;
  try {
    event = formed(parsed(line), EVENT, null);
  } catch (problem) {
    return { broken: new Fault(say("audit.in-line", { number, why: problem.message }), number), gap: null };
  }
  const { hash, ...body } = event;
  const next = await sha256(head, utf8(canonical(body)));
  const broken = same(next, fromHex(hash)) ? null : new Fault(say("audit.hash", { number }), number);
  const gap =
    event.version === number
      ? null
      : new Fault(say("audit.gap", { before: number - 1, version: canonical(event.version) }), number);
  return { event, next, broken, gap };
}

// Throws NotShown if there is no event, or a bad one: the events after it were not checked.
export function checkWhole({ lines, events }) {
  if (lines.length === 0) throw new NotShown(say("audit.no-events"));
  if (events.length < lines.length) {
    throw new NotShown(say("audit.part", { count: events.length, events: lines.length }));
  }
}

// Throws NotShown if not all events were checked: one is bad, or has a type or rules that this page does not know.
export function checkKnown(bundle) {
  checkWhole(bundle);
  const { events, known } = bundle;
  if (known.length === events.length) return say("audit.known", { count: events.length });
  if (known.length === 0) throw new NotShown(whyNone(events[0]));
  const { course = null } = bundle;
  const { type, schema, version, at } = events[known.length];
  if (!Number.isSafeInteger(at) || course?.broken.some((broken) => broken[1] === version)) {
    throw new NotShown(say("audit.not-followed", { version }));
  }
  throw new NotShown(say("audit.unknown", { version, type: canonical(type), schema: canonical(schema) }));
}

function whyNone(first) {
  if (!isOpening(first) || !Number.isSafeInteger(first.at)) return say("audit.no-opening");
  return say("audit.rules-version", { version: canonical(first.data.rules_version) });
}
