// What the page can tell of legality and result without the rules: the members that repeat the events, and the end.

import { checkDerived } from "./bundle.js";
import { check, Fault, NotShown, verdict } from "./checks.js";
import { dominoesOf } from "./dominoes.js";
import { checkKnown } from "./record.js";
import { ofType, wrongAtEnd } from "./types.js";

const LATER_SCORES = { cavemen: 0, resources: 0, totems: 0 };

export async function legality(bundle) {
  return verdict("Legality", [
    await check("Types", () => checkKnown(bundle)),
    await check("What was agreed on", () => checkAgreed(bundle)),
    await check("Last events", () => checkLast(bundle)),
    await check("Moves", () => away("the rules")),
  ]);
}

export async function result(bundle) {
  return verdict("Result", [
    await check("The result", () => checkResult(bundle)),
    await check("Scores", () => away("how points are counted")),
  ]);
}

function away(what) {
  throw new NotShown(`This page does not know ${what}. The command below checks it.`);
}

function checkAgreed(bundle) {
  if (bundle.known.length === 0) checkKnown(bundle);
  const { options, players, rules, rules_version } = bundle.known[0].data;
  return checkDerived(bundle, "rules.json", { dominoes: dominoesOf(rules), options, players, rules, rules_version });
}

function checkLast(bundle) {
  const wrong = wrongAtEnd(bundle.known);
  if (wrong) throw new Fault("After the end of a game come its seed and its scores, and nothing else.", wrong.version);
  checkKnown(bundle);
  return "Nothing stands after the end of the game but its seed and its scores.";
}

function checkResult(bundle) {
  checkKnown(bundle);
  const [scored] = ofType(bundle.events, "GameScored");
  return checkDerived(bundle, "result.json", {
    ranking: scored?.data.ranking ?? null,
    scores: scored?.data.scores.map((score) => ({ ...LATER_SCORES, ...score })) ?? null,
    status: status(bundle.events.map(({ type }) => type)),
  });
}

function status(types) {
  if (types.includes("GameScored")) return "scored";
  if (types.includes("GameAborted")) return "aborted";
  if (types.includes("GameEnded")) return "finished";
  return types.includes("GameStarted") ? "active" : "open";
}
