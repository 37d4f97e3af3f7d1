// Everything that this page can tell about a bundle.

import { opened } from "./bundle.js";
import { check, Fault, NotShown, verdict } from "./checks.js";
import { completeness } from "./completeness.js";
import { fairness } from "./fairness.js";
import { integrity } from "./integrity.js";

// The verdicts on a bundle's bytes, the first bad event or null, and the id of the game or null.
//
// `known` has what they are compared with: `game`, the id of the game that was asked for, or null; `held`, a receipt
// or "version hash", and `own`, a public key, both pasted by the reader, or ""; `listed`, the service's keys, or null.
export async function audited(bytes, known) {
  let bundle;
  try {
    bundle = opened(bytes);
  } catch (problem) {
    return { verdicts: await unreadable(problem), bad: null, game: null };
  }
  const verdicts = [
    await integrity(bundle, known),
    await completeness(bundle, known),
    await fairness(bundle),
    verdict("Time", [await check("Clock", () => checkTime(bundle.events))]),
    ...(await notShownHere()),
  ];
  return { verdicts, bad: firstBad(verdicts, bundle), game: gameOf(bundle) };
}

function checkTime(events) {
  const back = events.find(({ at }, index) => index > 0 && at < events[index - 1].at);
  if (back) throw new Fault("It is older than the event before it.", back.version);
  const [first, last] = [events[0], events.at(-1)].map(({ at }) => new Date(at).toISOString());
  return `No event is older than the one before it: ${first} to ${last}.`;
}

// What needs the rules of the game.
async function notShownHere() {
  const away = () => { throw new NotShown("This page does not know the rules. The command below checks it."); };
  return [
    verdict("Legality", [await check("Moves", away)]),
    verdict("Result", [await check("Scores", away)]),
  ];
}

async function unreadable(problem) {
  const fault = () => { throw new Fault(problem.message); };
  const rest = () => { throw new NotShown("There is no record to read."); };
  const others = ["Completeness", "Fairness", "Time", "Legality", "Result"];
  return [
    verdict("Integrity", [await check("Archive", fault)]),
    ...(await Promise.all(others.map(async (name) => verdict(name, [await check("Record", rest)])))),
  ];
}

function firstBad(verdicts, { lines, events }) {
  const checks = verdicts.flatMap((one) => one.checks);
  const versions = checks.map(({ version }) => version).filter((version) => version !== null);
  if (versions.length === 0) return null;
  const version = Math.min(...versions);
  const event = events[version - 1];
  const text = event ? JSON.stringify(event, null, 2) : new TextDecoder().decode(lines[version - 1]);
  return { version, type: event?.type ?? "no event", text };
}

function gameOf({ json }) {
  try {
    return json("manifest.json").game;
  } catch {
    return null;
  }
}
