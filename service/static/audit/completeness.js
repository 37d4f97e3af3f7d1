// Is anything missing? Between the events, and after the last.

import { check, Fault, NotShown, verdict } from "./checks.js";
import { checkHeld } from "./held.js";
import { checkKnown, checkWhole } from "./record.js";
import { missingAfter } from "./torn.js";
import { wrongAtEnd } from "./types.js";

// What a game ends with, and what it is then called. (The seed of a game that is scored is not the last event.)
const ENDED = { GameScored: "scored", SeedRevealed: "called off" };

export async function completeness(bundle, { held, own }) {
  const checks = [
    await check("Versions", () => checkVersions(bundle)),
    await check("Head", () => checkHead(bundle)),
  ];
  if (held !== "") checks.push(await check("The head you hold", () => checkHeld(bundle, held, own)));
  const holds = held !== "" && checks.at(-1).outcome === "pass";
  return verdict("Completeness", [...checks, await check("End", () => checkEnd(bundle, holds))]);
}

function checkVersions(bundle) {
  if (bundle.gap) throw bundle.gap;
  checkWhole(bundle);
  return `Versions 1 to ${bundle.events.length} without a gap.`;
}

function checkHead(bundle) {
  const { events, lines, manifest: { head: { hash, version } } } = bundle;
  if (lines.length > 0) checkWhole(bundle);
  const last = events.at(-1) ?? { version: 0, hash: null };
  if (version !== last.version || hash !== last.hash) {
    throw new Fault(`The manifest's head, ${version}, is not the last event, ${last.version}.`, version);
  }
  return `The manifest's head is the last event, version ${version}.`;
}

function checkEnd(bundle, holds) {
  checkKnown(bundle);
  const { events } = bundle;
  if (wrongAtEnd(events)) throw new NotShown("The game does not end as games do, so nothing tells that this is all.");
  const missing = missingAfter(events);
  if (missing !== null) {
    throw new Fault(`${missing} follows by itself, in the same append, and is missing: the end was cut off.`,
      events.length + 1);
  }
  const ended = ENDED[events.at(-1).type];
  if (ended) return `The game is ${ended}: nothing can come after it.`;
  if (holds) return "The game has not ended in this record. Up to the head that you hold nothing is missing.";
  throw new NotShown("The game has not ended in this record. Whether it went on, only a head that you hold can tell.");
}
