// Time: are the events' times possible? Checks order, equal times within an append, and deadlines.

import { say } from "../../shared/words.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { checkKnown, checkWhole } from "../record/record.js";
import { ofType } from "../record/types.js";

// `now` is the time of the audit, in ms UTC, or missing.
/** @type {(bundle: any, known?: { now?: number }) => Promise<any>} */
export async function time(bundle, { now = Infinity } = {}) {
  return verdict(say("audit.verdict.time"), [
    await check(say("audit.check.order"), () => checkOrder(bundle, now)),
    await check(say("audit.check.appends"), () => checkTogether(bundle)),
    await check(say("audit.check.plans"), () => checkPlans(bundle)),
    await check(say("audit.check.outages"), () => checkOutages(bundle)),
    await check(say("audit.check.deadlines"), () => checkDeadlines(bundle)),
  ]);
}

export function checkOrder(bundle, now) {
  const { events } = bundle;
  const formless = events.find(({ at }) => !Number.isSafeInteger(at) || at < 0);
  if (formless) throw new Fault(say("audit.time-form"), formless.version);
  const back = events.find(({ at }, index) => index > 0 && at < events[index - 1].at);
  if (back) throw new Fault(say("audit.time-back"), back.version);
  checkWhole(bundle);
  checkFuture(events, now);
  return say("audit.time", { first: dateOf(events[0].at), last: dateOf(events.at(-1).at) });
}

const TOLERANCE = 24 * 60 * 60 * 1000; // ms, for clocks that differ

// No fault: the device's clock can be wrong, too.
function checkFuture(events, now) {
  const future = events.find(({ at }) => at > now + TOLERANCE);
  if (future) throw new NotShown(say("audit.time-future", { at: dateOf(future.at), now: dateOf(now) }));
}

const LATEST = 8.64e15; // ms, the latest time of a Date

function dateOf(at) {
  if (at > LATEST) return say("audit.ms", { ms: at });
  return new Date(at)
    .toISOString()
    .replace("T", " ")
    .replace(/(\.000)?Z$/, " UTC");
}

function checkTogether(bundle) {
  const { known, course } = bundle;
  const following = course === null ? [] : course.together.map((version) => known[version - 1]).filter(Boolean);
  const apart = following.find(({ at, version }) => version > 1 && at !== known[version - 2].at);
  if (apart) {
    throw new Fault(say("audit.apart", { type: apart.type }), apart.version);
  }
  checkKnown(bundle);
  return say("audit.together", { count: following.length });
}

function checkPlans(bundle) {
  const fired = ofType(bundle.known, "PlanFired");
  const early = fired.find(({ at, data }) => data?.laid > at);
  if (early) throw new Fault(say("audit.plan-early"), early.version);
  checkKnown(bundle);
  return fired.length === 0 ? say("audit.no-plan") : say("audit.plans", { count: fired.length });
}

const MINUTE = 60 * 1000; // ms

// That the service was away is its own word: no record shows it.
function checkOutages(bundle) {
  const outages = ofType(bundle.known, "OutageRecorded");
  const wrong = outages.find(({ at, data }) => !(data?.began < data?.ended && data.ended <= at));
  if (wrong) throw new Fault(say("audit.outage-wrong"), wrong.version);
  checkKnown(bundle);
  if (outages.length === 0) return say("audit.no-outage");
  const away = outages.reduce((sum, { data }) => sum + data.ended - data.began, 0);
  return say("audit.outages", { count: outages.length, minutes: Math.ceil(away / MINUTE) });
}

function checkDeadlines(bundle) {
  const clock = bundle.course?.clock ?? null;
  for (const [code, version] of clock?.faults ?? []) throw new Fault(say(`audit.clock-${code}`), version);
  checkKnown(bundle);
  return say(clock === null ? "audit.no-clock" : "audit.deadlines");
}
