// The contents of a series' bundle (docs/organize/audit.md): its own members and its record, and what is found in each game.

import { say, sequence } from "../../shared/words.js";
import { hex, sha256 } from "../../shared/bytes.js";
import { canonical, LONGEST } from "../encoding/canonical.js";
import { Fault } from "../encoding/checks.js";
import { Archive } from "../encoding/zip.js";
import { LARGEST, manifestIn } from "./bundle.js";
import { SERIES } from "./kinds.js";
import { readRecord } from "./record.js";

const MEMBERS = ["manifest.json", "events.ndjson", "rules.json", "result.json", "signature.json", "VERIFY.md"];
const GAME = /^games\/[1-9][0-9]*\.zip$/;

// The kind in the manifest of a bundle; "game" if it cannot be read.
export async function kindOf(blob) {
  try {
    const { kind } = await manifestIn(await Archive.open(blob), 2 * LONGEST);
    return kind;
  } catch {
    return "game";
  }
}

// The members by name, without the games; the hashes of the games' bundles by name; what `auditGame(content)` finds in each; the
// manifest, the record, and the Fault of a damaged archive or null. One game at a time is in memory. Throws a Fault if the members or
// the manifest cannot be read as those of a bundle.
export async function openedSeries(blob, auditGame) {
  const archive = await Archive.open(blob);
  checkMembers(archive.names);
  const manifest = await manifestIn(archive, 2 * LONGEST);
  const [members, hashes] = [new Map(), new Map()];
  const games = [];
  let size = 0; // of the members without the games
  for await (const [name, content] of archive.members(inOrder(manifest, blob, archive.names), LARGEST)) {
    if (GAME.test(name)) {
      hashes.set(name, hex(await sha256(content)));
      games.push(await auditGame(content));
    } else {
      members.set(name, content);
      size += content.length;
      if (size > LARGEST) throw new Fault(say("audit.too-large"));
    }
  }
  const record = await readRecord(manifest.game, members.get("events.ndjson"));
  return { members, hashes, games, manifest, damage: archive.fault, ...record };
}

// The names of the members in the order of their bundle, by its kind.
function inOrder({ kind }, blob, names) {
  const { largest, oneByOne } = SERIES[kind];
  if (blob.size > largest) throw new Fault(say("audit.too-large"));
  const games = gamesOf(names.length - MEMBERS.length);
  const [first, ...others] = MEMBERS;
  return oneByOne ? [...others, ...games, first] : [first, ...others, ...games];
}

const gamesOf = (count) => Array.from({ length: Math.max(0, count) }, (_, index) => `games/${index + 1}.zip`);

function checkMembers(names) {
  const due = [...MEMBERS, ...gamesOf(names.length - MEMBERS.length)];
  if (canonical([...names].sort()) !== canonical([...due].sort())) {
    throw new Fault(say("audit.members", { due: sequence(due), members: sequence(names) }));
  }
}
