// What the page can tell of legality and result without the rules: the members that repeat the events, and the end.

import { say } from "../../shared/words.js";
import { checkDerived } from "../record/bundle.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { dominoesOf } from "../draws/dominoes.js";
import { checkKnown } from "../record/record.js";
import { ofType, wrongAtEnd } from "../record/types.js";

const LATER_SCORES = { cavemen: 0, resources: 0, totems: 0 };

export async function legality(bundle) {
  return verdict(say("audit.verdict.legality"), [
    await check(say("audit.check.types"), () => checkKnown(bundle)),
    await check(say("audit.check.what-was-agreed-on"), () => checkAgreed(bundle)),
    await check(say("audit.check.last-events"), () => checkLast(bundle)),
    await check(say("audit.check.moves"), () => away("audit.rules-unknown")),
  ]);
}

export async function result(bundle) {
  return verdict(say("audit.verdict.result"), [
    await check(say("audit.check.the-result"), () => checkResult(bundle)),
    await check(say("audit.check.scores"), () => away("audit.counting-unknown")),
  ]);
}

function away(key) {
  throw new NotShown(say(key));
}

function checkAgreed(bundle) {
  if (bundle.known.length === 0) checkKnown(bundle);
  const { options, players, rules, rules_version } = bundle.known[0].data;
  return checkDerived(bundle, "rules.json", { dominoes: dominoesOf(rules), options, players, rules, rules_version });
}

function checkLast(bundle) {
  const wrong = wrongAtEnd(bundle.known);
  if (wrong) throw new Fault(say("audit.wrong-end"), wrong.version);
  checkKnown(bundle);
  return say("audit.right-end");
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
