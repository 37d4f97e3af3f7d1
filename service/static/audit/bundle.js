// What is in a bundle (docs/audit.md), read leniently: the checks say what is wrong with it.

import { text } from "./bytes.js";
import { Fault } from "./checks.js";
import * as zip from "./zip.js";

export const MEMBERS = [
  "manifest.json", "events.ndjson", "randomness.json", "rules.json", "result.json", "signature.json", "VERIFY.md",
];

const NEW_LINE = 0x0a;

// The members by name, the JSON ones as values, the events as far as they are JSON objects.
export function opened(bytes) {
  const entries = zip.members(bytes);
  const members = new Map(entries);
  const lines = linesOf(members.get("events.ndjson") ?? new Uint8Array());
  const json = (name) => value(members.get(name), name);
  const events = [];
  for (const line of lines) {
    const event = objectOrNull(line);
    if (event === null) break;
    events.push(event);
  }
  return { bytes, entries, members, lines, json, events };
}

// The bytes of each line without its end; what stands after the last end is a line too.
function linesOf(bytes) {
  const lines = [];
  let start = 0;
  for (let at = bytes.indexOf(NEW_LINE); at !== -1; at = bytes.indexOf(NEW_LINE, start)) {
    lines.push(bytes.subarray(start, at));
    start = at + 1;
  }
  if (start < bytes.length) lines.push(bytes.subarray(start));
  return lines;
}

function value(bytes, name) {
  if (bytes === undefined) throw new Fault(`${name} is not in the archive.`);
  const found = objectOrNull(bytes);
  if (found === null) throw new Fault(`${name} is no JSON object.`);
  return found;
}

function objectOrNull(bytes) {
  try {
    const found = JSON.parse(text(bytes));
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}
