// Is the record unchanged? The archive, its hashes, its form, the chain, the signature.

import { fromHex, GAME_ID, HASH, hex, same, sha256, utf8 } from "./bytes.js";
import { MEMBERS } from "./bundle.js";
import { canonical, parsed } from "./canonical.js";
import { check, Fault, verdict } from "./checks.js";
import { checkKey, checkSignature } from "./signature.js";
import { archive } from "./zip.js";

const KINDS = {
  actor: (value) => typeof value === "string",
  at: Number.isInteger,
  cause: (value) => ["player", "plan", "bot", "timeout", "system"].includes(value),
  data: (value) => value !== null && typeof value === "object" && !Array.isArray(value),
  hash: (value) => HASH.test(value),
  schema: Number.isInteger,
  seat: (value) => value === null || [0, 1, 2, 3].includes(value),
  type: (value) => typeof value === "string",
  version: Number.isInteger,
};
const LATER_SCORES = { cavemen: 0, resources: 0, totems: 0 };

export async function integrity(bundle, { game, own, listed }) {
  return verdict("Integrity", [
    await check("Archive", () => checkArchive(bundle)),
    await check("Manifest", () => checkManifest(bundle, game)),
    await check("Form", () => checkForm(bundle)),
    await check("Chain", () => checkChain(bundle)),
    await check("Other members", () => checkDerived(bundle)),
    await check("Signature", () => checkHead(bundle)),
    await check("Key", () => checkKey(bundle.json("signature.json").public_key, own, listed)),
  ]);
}

function checkArchive({ bytes, entries }) {
  const names = entries.map(([name]) => name);
  if (canonical(names) !== canonical(MEMBERS)) {
    throw new Fault(`Its members should be ${MEMBERS.join(", ")}; they are ${names.join(", ")}.`);
  }
  if (!same(archive(entries), bytes)) throw new Fault("Written again from its members it is other bytes.");
  return `${MEMBERS.length} members; written again from them it is the same ${bytes.length} bytes.`;
}

async function checkManifest({ entries, json }, game) {
  const manifest = json("manifest.json");
  if (manifest.format !== 1) throw new Fault(`The format is ${manifest.format}; this page knows format 1.`);
  if (manifest.kind !== "game") throw new Fault("This is no game's bundle; `kingdomino audit` checks a dynasty's.");
  if (!GAME_ID.test(manifest.game)) throw new Fault("The id of the game is none.");
  if (game !== null && manifest.game !== game) throw new Fault(`It is of another game: ${manifest.game}.`);
  const files = {};
  for (const [name, content] of entries.slice(1)) files[name] = hex(await sha256(content));
  for (const name of new Set([...Object.keys(files), ...Object.keys(manifest.files)])) {
    if (files[name] !== manifest.files[name]) throw new Fault(`${name} has not the hash that the manifest gives.`);
  }
  return `It has the SHA-256 of every other member. The game is ${manifest.game}.`;
}

function checkForm({ members, lines }) {
  lines.forEach((line, index) => checkLine(line, index + 1));
  if (members.get("events.ndjson").at(-1) !== 0x0a) throw new Fault("The last line has no end.", lines.length);
  for (const name of MEMBERS.filter((name) => name.endsWith(".json"))) {
    try {
      parsed(members.get(name));
    } catch (problem) {
      throw new Fault(`${name}: ${problem.message}`);
    }
  }
  return `${lines.length} events and all other members are canonical JSON, byte by byte.`;
}

function checkLine(line, number) {
  let event;
  try {
    event = parsed(line);
  } catch (problem) {
    throw new Fault(`Line ${number}: ${problem.message}`, number);
  }
  const names = Object.keys(event ?? {}).sort();
  if (canonical(names) !== canonical(Object.keys(KINDS))) {
    throw new Fault(`Line ${number} has not the members of an event.`, number);
  }
  const wrong = names.find((name) => !KINDS[name](event[name]));
  if (wrong) throw new Fault(`Line ${number}: no event has such a ${wrong}.`, number);
}

async function checkChain({ events, lines, json }) {
  let head = await sha256(utf8(`kingdomino game ${json("manifest.json").game}`));
  for (const [index, { hash, ...event }] of events.entries()) {
    head = await sha256(head, utf8(canonical(event)));
    if (!same(head, fromHex(hash))) {
      throw new Fault(`Event ${index + 1} or its hash is not what was hashed then.`, index + 1);
    }
  }
  if (events.length < lines.length) throw new Fault(`Line ${events.length + 1} is no event.`, events.length + 1);
  return `Each of the ${events.length} hashes follows from its event and the hash before it.`;
}

// The members that only repeat what the events say; what was drawn is compared with the draws.
function checkDerived({ events, json }) {
  const { options, players, rules, rules_version } = events[0].data;
  const { dominoes, ...agreed } = json("rules.json");
  agree(agreed, { options, players, rules, rules_version }, "rules.json", "GameCreated");
  if (!Array.isArray(dominoes) || dominoes.length !== 48) throw new Fault("rules.json has not 48 dominoes.");
  const scored = events.find(({ type }) => type === "GameScored");
  agree(json("result.json"), {
    ranking: scored?.data.ranking ?? null,
    scores: scored?.data.scores.map((score) => ({ ...LATER_SCORES, ...score })) ?? null,
    status: status(events.map(({ type }) => type)),
  }, "result.json", "the events");
  return "rules.json and result.json say what the events say.";
}

function agree(found, expected, name, source) {
  if (canonical(found) !== canonical(expected)) throw new Fault(`${name} says something else than ${source}.`);
}

function status(types) {
  if (types.includes("GameScored")) return "scored";
  if (types.includes("GameAborted")) return "aborted";
  if (types.includes("GameEnded")) return "finished";
  return types.includes("GameStarted") ? "active" : "open";
}

function checkHead({ json }) {
  const signature = json("signature.json");
  const { game, head } = json("manifest.json");
  const { hash, version } = signature;
  agree({ game: signature.game, head: { hash, version } }, { game, head }, "signature.json", "the manifest");
  return checkSignature(signature);
}
