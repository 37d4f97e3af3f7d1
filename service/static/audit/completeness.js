// Is anything missing? Between the events, and after the last.

import { HASH } from "./bytes.js";
import { check, Fault, NotShown, verdict } from "./checks.js";

const ENDINGS = [["GameEnded", "SeedRevealed", "GameScored"], ["GameAborted", "SeedRevealed"]];

const ENDED = { GameEnded: "scored", GameAborted: "called off" };

export async function completeness(bundle, { held }) {
  const { events } = bundle;
  const checks = [
    await check("Versions", () => checkVersions(events)),
    await check("Head", () => checkHead(bundle)),
    await check("End", () => checkEnd(events.map(({ type }) => type))),
  ];
  if (held !== "") checks.push(await check("The head you hold", () => checkHeld(bundle, held)));
  return verdict("Completeness", checks);
}

function checkVersions(events) {
  events.forEach(({ version }, index) => {
    if (version !== index + 1) throw new Fault(`After version ${index} comes version ${version}.`, index + 1);
  });
  return `Versions 1 to ${events.length} without a gap.`;
}

function checkHead({ events, json }) {
  const { hash, version } = json("manifest.json").head;
  const last = events.at(-1);
  if (version !== last.version || hash !== last.hash) {
    throw new Fault(`The manifest's head, ${version}, is not the last event, ${last.version}.`, last.version);
  }
  return `The manifest's head is the last event, version ${version}.`;
}

function checkEnd(types) {
  const ended = types.findIndex((type) => ENDINGS.some(([end]) => type === end));
  const due = ENDINGS.find(([end]) => end === types[ended]) ?? [];
  const ending = ended === -1 ? [] : types.slice(ended);
  const wrong = ending.findIndex((type, index) => type !== due[index]);
  if (wrong !== -1) {
    throw new Fault("After the end of a game come its seed and its scores, and nothing else.", ended + wrong + 1);
  }
  if (ended !== -1 && ending.length === due.length) return `The game is ${ENDED[types[ended]]}: nothing can come after it.`;
  throw new NotShown("The game has not ended in this record. Whether it went on, only a head that you hold can tell.");
}

// The head that somebody else kept: a receipt as JSON, or "version hash".
function checkHeld({ events, json }, text) {
  const head = heldHead(text.trim());
  const { game } = json("manifest.json");
  if (head.game !== undefined && head.game !== game) throw new Fault(`Another game: your receipt is for ${head.game}.`);
  if (head.version > events.length) {
    throw new Fault(`Cut: you hold version ${head.version}, and this record ends with ${events.length}.`);
  }
  if (events[head.version - 1].hash !== head.hash) {
    throw new Fault(`Another game: your head of version ${head.version} has another hash. The record was written anew, `
      + "or your head is of another game.", head.version);
  }
  return `Version ${head.version} has the hash that you hold: up to there nothing was cut or changed.`;
}

function heldHead(text) {
  const [, version, hash] = /^(\d+)\s+([0-9a-fA-F]{64})$/.exec(text) ?? [];
  const head = version ? { version: Number(version), hash: hash.toLowerCase() } : receipt(text);
  if (Number.isInteger(head?.version) && head.version > 0 && HASH.test(head.hash)) return head;
  throw new NotShown("What you pasted is no head: it would be a receipt as JSON, or a version and its hash.");
}

function receipt(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
