// The contents of a game's bundle (docs/organize/audit.md): its members, its manifest, its events.

import { say, sequence } from "../../shared/words.js";
import { same, utf8 } from "../../shared/bytes.js";
import { canonical, LONGEST, parsed } from "../encoding/canonical.js";
import { Fault, NotShown } from "../encoding/checks.js";
import { anything, formed, isHash, isId, isObject, isVersion } from "../encoding/forms.js";
import { SERIES } from "./kinds.js";
import { readRecord } from "./record.js";
import { Archive } from "../encoding/zip.js";

const MEMBERS = ["manifest.json", "events.ndjson", "randomness.json", "rules.json", "result.json", "signature.json", "VERIFY.md"];

const FORMAT = 1;
const PROVED_FORMAT = 3;
export const PROOF = "head.tlog-proof"; // the member of format 3
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

// The members by name, the manifest as a value, the record, and the Fault of a damaged archive or null. Throws a Fault if the members
// or the manifest cannot be read as those of a bundle.
export async function opened(bytes) {
  if (isTooLarge(bytes)) throw new Fault(say("audit.too-large"));
  const archive = await Archive.open(new Blob([bytes]));
  const manifest = await manifestIn(archive, LONGEST);
  if (manifest.kind !== "game") throw new NotShown(say("audit.series"));
  const due = manifest.format === PROVED_FORMAT ? [...MEMBERS, PROOF] : MEMBERS;
  checkNames(archive.names, due);
  const members = new Map();
  for await (const [name, content] of archive.members(due, LARGEST)) members.set(name, content);
  return { members, manifest, damage: archive.fault, ...(await readRecord(manifest.game, members.get("events.ndjson"))) };
}

function isTooLarge(bytes) {
  const counts = new Uint32Array(256);
  if (bytes.length <= LARGEST) for (const byte of bytes) counts[byte] += 1;
  const [lines, ...values] = [..."\n,[{"].map((sign) => counts[sign.charCodeAt(0)]);
  return bytes.length > LARGEST || lines > MOST_LINES || values.reduce((sum, count) => sum + count) > MOST_VALUES;
}

// The manifest of an archive, of at most `longest` bytes.
export async function manifestIn(archive, longest) {
  if (!archive.names.includes("manifest.json")) throw new Fault(say("audit.no-manifest"));
  const bytes = await archive.read("manifest.json", LARGEST);
  const manifest = formed(jsonOf(bytes, "manifest.json", longest), MANIFEST, "manifest.json");
  formed(manifest.head, HEAD, say("audit.manifest-head"));
  if (![FORMAT, PROVED_FORMAT].includes(manifest.format)) {
    throw new Fault(say("audit.format", { format: manifest.format, known: `${FORMAT}, ${PROVED_FORMAT}` }));
  }
  return manifest;
}

function checkNames(names, due) {
  if (canonical([...names].sort()) !== canonical([...due].sort())) {
    throw new Fault(say("audit.members", { due: sequence(due), members: sequence(names) }));
  }
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
