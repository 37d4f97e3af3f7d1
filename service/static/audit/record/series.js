// The contents of a series' bundle (docs/organize/audit.md): its own members and its record, and what is found in each game.

import { say } from "../../shared/words.js";
import { hex, sha256 } from "../encoding/bytes.js";
import { canonical, LONGEST } from "../encoding/canonical.js";
import { Fault } from "../encoding/checks.js";
import { firstNames, membersOf } from "../encoding/zip.js";
import { LARGEST, manifestOf } from "./bundle.js";
import { SERIES } from "./kinds.js";
import { readRecord } from "./record.js";

const MEMBERS = ["manifest.json", "events.ndjson", "rules.json", "result.json", "signature.json", "VERIFY.md"];
const GAME = /^games\/[1-9][0-9]*\.zip$/;

// True if a blob has no game's bundle, but perhaps a series'.
export async function isSeries(blob) {
  const names = await firstNames(blob, 3);
  return names.includes("events.ndjson") && names.includes("rules.json");
}

// The members by name, without the games; the hashes of the games' bundles by name; what `auditGame(content)` finds in each; the
// manifest and the record. One game at a time is in memory. Throws a Fault if the archive or its manifest is not that of a bundle.
export async function openedSeries(blob, versions, auditGame) {
  const [members, hashes] = [new Map(), new Map()];
  const names = [];
  const games = [];
  let size = 0; // of the members without the games
  for await (const [name, content] of membersOf(blob, LARGEST)) {
    names.push(name);
    if (GAME.test(name)) {
      hashes.set(name, hex(await sha256(content)));
      games.push(await auditGame(content));
    } else {
      members.set(name, content);
      size += content.length;
      if (size > LARGEST) throw new Fault(say("audit.too-large"));
    }
  }
  const manifest = manifestOf(members.get("manifest.json"), 2 * LONGEST);
  checkMembers(blob, manifest, names, games.length);
  return { members, hashes, games, manifest, ...(await readRecord(manifest.game, members.get("events.ndjson"), versions)) };
}

function checkMembers(blob, { kind }, names, count) {
  if (!Object.hasOwn(SERIES, kind)) throw new Fault(say("audit.series-kind", { kind }));
  const { largest, oneByOne } = SERIES[kind];
  if (blob.size > largest) throw new Fault(say("audit.too-large"));
  const games = Array.from({ length: count }, (_, index) => `games/${index + 1}.zip`);
  const [first, ...others] = MEMBERS;
  const due = oneByOne ? [...others, ...games, first] : [first, ...others, ...games];
  if (canonical(names) !== canonical(due)) {
    throw new Fault(say("audit.members", { due: due.join(", "), members: names.join(", ") }));
  }
}
