// Completeness: are events missing, between others or after the last?

import { say } from "../../shared/words.js";
import { check, Fault, NotShown, verdict } from "../encoding/checks.js";
import { checkHeld } from "./held.js";
import { checkKnown, checkWhole } from "../record/record.js";

// The last event of each ending, and its name. (The seed of a scored game is not the last event.)
const ENDED = { GameScored: "audit.ended-scored", SeedRevealed: "audit.ended-aborted" };

export async function completeness(bundle, known) {
  const { checks, latest } = await ofRecord(bundle, known);
  checks.push(await check(say("audit.check.end"), () => checkEnd(bundle, latest)));
  return verdict(say("audit.verdict.completeness"), checks);
}

// The checks of any record, and the version of the latest of the reader's heads that it has; 0 for none.
export async function ofRecord(bundle, { held, own }) {
  const checks = [
    await check(say("audit.check.versions"), () => checkVersions(bundle)),
    await check(say("audit.check.head"), () => checkHead(bundle)),
  ];
  let latest = 0;
  const compared = async () => {
    const found = await checkHeld(bundle, held, own);
    latest = found.latest;
    return found.text;
  };
  if (held !== "") checks.push(await check(say("audit.check.the-head-you-hold"), compared));
  return { checks, latest };
}

function checkVersions(bundle) {
  if (bundle.gap) throw bundle.gap;
  checkWhole(bundle);
  return say("audit.versions", { last: bundle.events.length });
}

function checkHead(bundle) {
  const {
    events,
    lines,
    manifest: {
      head: { hash, version },
    },
  } = bundle;
  if (lines.length > 0) checkWhole(bundle);
  const last = events.at(-1) ?? { version: 0, hash: null };
  if (version !== last.version || hash !== last.hash) {
    throw new Fault(say("audit.head-other", { version, last: last.version }), version);
  }
  return say("audit.head", { version });
}

function checkEnd(bundle, latest) {
  checkKnown(bundle);
  const { events, course } = bundle;
  if (course.missing !== null) {
    throw new Fault(say("audit.cut-off", { missing: named(course.missing) }), events.length + 1);
  }
  const ended = ENDED[events.at(-1).type];
  if (ended) return say(ended);
  if (latest === events.length) return say("audit.going-on-held");
  if (latest > 0) throw new NotShown(say("audit.held-early", { version: latest }));
  throw new NotShown(say("audit.going-on"));
}

// A plan's moves and the seats of a series have no one type.
const NAMES = { PlanFired: "audit.plan-move", PlayerSeated: "audit.a-seat" };
const named = (type) => (Object.hasOwn(NAMES, type) ? say(NAMES[type]) : type);
