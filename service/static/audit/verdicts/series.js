// All verdicts of this page on a series: on its own record as far as that needs no rules, and on its games.

import { say, sequence } from "../../shared/words.js";
import { LARGEST } from "../record/bundle.js";
import { SERIES } from "../record/kinds.js";
import { kindOf, openedSeries } from "../record/series.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { ofRecord } from "./completeness.js";
import { integrity } from "./integrity.js";
import { checkOrder } from "./time.js";
import { audited, firstBad, unreadable } from "./verdicts.js";

const ASPECTS = ["integrity", "completeness", "fairness", "time", "legality", "result"]; // as `audited` orders them
const MOST_NAMED = 10;

// What `audited` returns, for the bundle of a game or of a series in a blob; of a series also `games`: the id and the verdicts of
// each game, in order. `known` is as for `audited`; `seenGames(count)` in it, which may be missing, hears of the progress.
export async function auditedFile(blob, known) {
  if (Object.hasOwn(SERIES, await kindOf(blob))) return auditedSeries(blob, known);
  if (blob.size > LARGEST) return failed(new Fault(say("audit.too-large")));
  return audited(new Uint8Array(await blob.arrayBuffer()), known);
}

async function failed(problem) {
  return { verdicts: await unreadable(problem), bad: null, game: null };
}

async function auditedSeries(blob, known) {
  let count = 0;
  const auditGame = async (content) => {
    count += 1;
    known.seenGames?.(count);
    const { game, verdicts } = await audited(content, { ...known, game: null, held: "" });
    return { game, verdicts };
  };
  let bundle;
  try {
    bundle = await openedSeries(blob, auditGame);
  } catch (problem) {
    return failed(problem);
  }
  const verdicts = [];
  for (const [place, name] of ASPECTS.entries()) {
    const games = await check(say("audit.check.games"), () => checkGames(bundle.games, place));
    verdicts.push(verdict(say(`audit.verdict.${name}`), [...(await OWN[name](bundle, known)), games]));
  }
  for (const name of SERIES[bundle.manifest.kind].own) verdicts.push(verdict(say(`audit.verdict.${name}`), [await unchecked()]));
  return { verdicts, bad: firstBad(verdicts, bundle), game: bundle.manifest.game, games: bundle.games };
}

// The checks of the series' own record, by aspect.
const OWN = {
  integrity: async (bundle, known) => (await integrity(bundle, known)).checks,
  completeness: async (bundle, known) => [...(await ofRecord(bundle, known)).checks, await unchecked()],
  fairness: async () => [await unchecked()],
  time: async (bundle, { now = Infinity }) => [
    await check(say("audit.check.order"), () => checkOrder(bundle, now)),
    await unchecked(),
  ],
  legality: async () => [await unchecked()],
  result: async () => [await unchecked()],
};

function unchecked() {
  return check(say("audit.check.own-record"), () => {
    throw new NotShown(say("audit.own-record-unknown"));
  });
}

function checkGames(games, place) {
  const outcomes = games.map(({ verdicts }) => verdicts[place].outcome);
  const numbers = outcomes.flatMap((outcome, index) => (outcome === "fail" ? [index + 1] : []));
  if (numbers.length > 0) {
    const named = sequence([...numbers.slice(0, MOST_NAMED), ...(numbers.length > MOST_NAMED ? ["…"] : [])]);
    throw new Fault(say("audit.games-fail", { count: numbers.length, games: games.length, numbers: named }));
  }
  const unshown = outcomes.filter((outcome) => outcome === "not shown").length;
  if (unshown > 0) throw new NotShown(say("audit.games-not-shown", { count: unshown, games: games.length }));
  if (games.length === 0) throw new NotShown(say("audit.no-games"));
  return say("audit.games", { count: games.length });
}
