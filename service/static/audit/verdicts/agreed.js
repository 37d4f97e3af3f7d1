// Legality and result, by this page's own rules: what was agreed on, every event, and the scores.

import { say, sequence } from "../../shared/words.js";
import { checkDerived } from "../record/bundle.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { canonical } from "../encoding/canonical.js";
import { dominoesOf } from "../rules/dominoes.js";
import { checkForm } from "../course/forms.js";
import { checkKnown } from "../record/record.js";
import { isKnown, ofType } from "../record/types.js";
import { Broken } from "../rules/broken.js";

const LATER_SCORES = { cavemen: 0, resources: 0, totems: 0 };

export async function legality(bundle) {
  return verdict(say("audit.verdict.legality"), [
    await check(say("audit.check.types"), () => checkKnown(bundle)),
    await check(say("audit.check.what-was-agreed-on"), () => checkAgreed(bundle)),
    await check(say("audit.check.moves"), () => checkCourse(bundle)),
  ]);
}

export async function result(bundle) {
  return verdict(say("audit.verdict.result"), [
    await check(say("audit.check.the-result"), () => checkResult(bundle)),
    await check(say("audit.check.scores"), () => checkScores(bundle)),
  ]);
}

// The first event that is not by the rules; or how many are.
function checkCourse(bundle) {
  const { course, known } = bundle;
  if (course === null) return checkOpening(bundle);
  const first = course.broken.find(([code]) => !isUnknown(code)) ?? course.broken.at(0);
  if (first) throw ruleFault(...first);
  checkKnown(bundle);
  return say("audit.moves", { count: known.length });
}

// No later event can be judged if the first opens no game that this page knows.
function checkOpening(bundle) {
  const [first] = bundle.events;
  if (!first || !isKnown(first)) return checkKnown(bundle);
  if (first.type !== "GameCreated") throw ruleFault("log/impossible", 1);
  try {
    checkForm(first, first.data?.rules?.game);
  } catch (problem) {
    throw problem instanceof Broken ? ruleFault(problem.code, 1) : problem;
  }
  return checkKnown(bundle);
}

const isUnknown = (code) => code.startsWith("unknown/");

function ruleFault(code, version) {
  if (isUnknown(code)) return new NotShown(say(`audit.rule.${code}`, { version }));
  return new Fault(say(`audit.rule.${code}`, { version }), version);
}

function checkAgreed(bundle) {
  if (bundle.known.length === 0) checkKnown(bundle);
  const { options, players, rules, rules_version } = bundle.known[0].data;
  return checkDerived(bundle, "rules.json", { dominoes: dominoesOf(rules), options, players, rules, rules_version });
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

// The points of every seat, in all their parts, and the places.
function checkScores(bundle) {
  const result = bundle.course?.result ?? null;
  if (result !== null) compareScores(result, bundle.known[result.version - 1].data);
  checkKnown(bundle);
  if (ofType(bundle.known, "GameScored").length === 0) throw new NotShown(say("audit.not-scored"));
  if (result === null) throw new NotShown(say("audit.unfollowed"));
  return say("audit.scores", { points: pointsOf(result.scores) });
}

function compareScores({ version, scores, ranking }, recorded) {
  const upcast = recorded.scores.map((score) => ({ ...LATER_SCORES, ...score }));
  if (canonical(upcast) !== canonical(scores)) throw new Fault(say("audit.scores-other", { points: pointsOf(scores) }), version);
  if (canonical(recorded.ranking) !== canonical(ranking)) throw new Fault(say("audit.places-other"), version);
}

const pointsOf = (scores) => sequence(scores.map(({ total }) => total));

function status(types) {
  if (types.includes("GameScored")) return "scored";
  if (types.includes("GameAborted")) return "aborted";
  if (types.includes("GameEnded")) return "finished";
  return types.includes("GameStarted") ? "active" : "open";
}
