// The checks of legality and result that need no rules: the members that repeat the events, and the end.

import { say } from "../../shared/words.js";
import { checkDerived } from "../record/bundle.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { canonical } from "../encoding/canonical.js";
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
  checkSpelling(options);
  return checkDerived(bundle, "rules.json", { dominoes: dominoesOf(rules), options, players, rules, rules_version });
}

// The record's defaults, which never change; an option with its default value is left out.
const DEFAULTS = {
  absent: "bot",
  on_timeout: "bot",
  private: false,
  spectators: true,
  hints: true,
  rated: false,
  invited: [],
  offsets: [],
  stand_in: "steady-1",
};
const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

function checkSpelling(options) {
  for (const [name, value] of Object.entries(options)) {
    const isDefault = Object.hasOwn(DEFAULTS, name) && canonical(value) === canonical(DEFAULTS[name]);
    if (isDefault || (name === "clock" && value?.policy === "none")) throw new Fault(say("audit.default", { name }), 1);
  }
  const days = options.clock?.pause?.weekdays;
  if (days !== undefined && (days.length === 0 || canonical(days) !== canonical(WEEK.filter((day) => days.includes(day))))) {
    throw new Fault(say("audit.weekdays"), 1);
  }
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
