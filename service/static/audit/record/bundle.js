// The contents of a game's bundle (docs/organize/audit.md): its members, its manifest, its events.

import { say } from "../../shared/words.js";
import { same, utf8 } from "../encoding/bytes.js";
import { canonical, LONGEST, parsed } from "../encoding/canonical.js";
import { Fault, NotShown } from "../encoding/checks.js";
import { anything, formed, isHash, isId, isObject, isVersion } from "../encoding/forms.js";
import { SERIES } from "./kinds.js";
import { readRecord } from "./record.js";
import * as zip from "../encoding/zip.js";

const MEMBERS = ["manifest.json", "events.ndjson", "randomness.json", "rules.json", "result.json", "signature.json", "VERIFY.md"];

const FORMAT = 1;
export const LARGEST = 64 * 2 ** 20;
const MOST_LINES = 20_000;
const MOST_VALUES = 1_000_000; // commas and opening brackets
const MANIFEST = {
  files: (files) => isObject(files) && Object.values(files).every(isHash),
  format: isVersion,
  game: isId,
  head: anything,
  kind: (kind) => kind === "game" || Object.hasOwn(SERIES, kind),
};
const HEAD = { hash: isHash, version: isVersion };

// The members by name, the manifest as a value, and the record. Throws a Fault if the archive or its manifest is not that
// of a bundle: other readers could see other members in it, so nothing else is checked. Throws NotShown for a series.
export async function opened(bytes, versions) {
  if (isTooLarge(bytes)) throw new Fault(say("audit.too-large"));
  const entries = zip.members(bytes);
  const members = new Map(entries);
  const manifest = manifestOf(members.get(MEMBERS[0]), LONGEST);
  if (manifest.kind !== "game") throw new NotShown(say("audit.series"));
  checkArchive(bytes, entries);
  return { members, manifest, ...(await readRecord(manifest.game, members.get("events.ndjson"), versions)) };
}

function isTooLarge(bytes) {
  const counts = new Uint32Array(256);
  if (bytes.length <= LARGEST) for (const byte of bytes) counts[byte] += 1;
  const [lines, ...values] = [..."\n,[{"].map((sign) => counts[sign.charCodeAt(0)]);
  return bytes.length > LARGEST || lines > MOST_LINES || values.reduce((sum, count) => sum + count) > MOST_VALUES;
}

// The manifest in these bytes, of at most `longest`.
export function manifestOf(bytes, longest) {
  if (bytes === undefined) throw new Fault(say("audit.no-manifest"));
  const manifest = formed(jsonOf(bytes, "manifest.json", longest), MANIFEST, "manifest.json");
  formed(manifest.head, HEAD, say("audit.manifest-head"));
  if (manifest.format !== FORMAT) throw new Fault(say("audit.format", { format: manifest.format, known: FORMAT }));
  return manifest;
}

function checkArchive(bytes, entries) {
  const names = entries.map(([name]) => name);
  if (canonical(names) !== canonical(MEMBERS)) {
    throw new Fault(say("audit.members", { due: MEMBERS.join(", "), members: names.join(", ") }));
  }
  if (!same(zip.archive(entries), bytes)) throw new Fault(say("audit.archive-other"));
}

// The value of a member that must be canonical JSON; the Fault names the member.
export function jsonOf(bytes, name, longest = LONGEST) {
  if (bytes.length > longest) throw new Fault(say("audit.too-long", { name }));
  try {
    return parsed(bytes);
  } catch (problem) {
    throw new Fault(say("audit.within", { name, why: problem.message }));
  }
}

// Checks that a member that follows from the events is this value's canonical JSON.
export function checkDerived({ members }, name, expected) {
  if (!same(members.get(name), utf8(canonical(expected)))) {
    throw new Fault(say("audit.not-derived", { name }));
  }
  return say("audit.derived", { name });
}
