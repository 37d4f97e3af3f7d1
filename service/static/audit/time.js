// Can the events have happened at their times? Order and togetherness can be seen here; clocks are not known.

import { check, Fault, NotShown, verdict } from "./checks.js";
import { checkKnown, checkWhole } from "./record.js";
import { followingOf, ofType } from "./types.js";

export async function time(bundle) {
  return verdict("Time", [
    await check("Order", () => checkOrder(bundle)),
    await check("Appends", () => checkTogether(bundle)),
    await check("Plans", () => checkPlans(bundle)),
    await check("Deadlines", () => checkDeadlines(bundle)),
  ]);
}

function checkOrder(bundle) {
  const { events } = bundle;
  const formless = events.find(({ at }) => !Number.isSafeInteger(at) || at < 0);
  if (formless) throw new Fault("Its time is no whole number of ms since 1970.", formless.version);
  const back = events.find(({ at }, index) => index > 0 && at < events[index - 1].at);
  if (back) throw new Fault("It is older than the event before it.", back.version);
  checkWhole(bundle);
  return `No event is older than the one before it, from ${events[0].at} to ${events.at(-1).at} ms since 1970.`;
}

function checkTogether(bundle) {
  const { known } = bundle;
  const following = known.length > 0 ? followingOf(known) : [];
  const apart = following.find(({ at, version }) => version > 1 && at !== known[version - 2].at);
  if (apart) {
    throw new Fault(`${apart.type} follows by itself from the event before it, and has another time.`, apart.version);
  }
  checkKnown(bundle);
  return `All ${following.length} events that follow by themselves have the time of the event before.`;
}

function checkPlans(bundle) {
  const fired = ofType(bundle.known, "PlanFired");
  const early = fired.find(({ at, data }) => data?.laid > at);
  if (early) throw new Fault("A plan was carried out before it was laid.", early.version);
  checkKnown(bundle);
  return fired.length === 0 ? "No plan was carried out." : `All ${fired.length} plans were laid before.`;
}

function checkDeadlines(bundle) {
  checkKnown(bundle);
  const { clock } = bundle.events[0].data.options;
  if (clock !== undefined && clock.policy !== "none") {
    throw new NotShown("This page does not know the clocks. The command below works out every deadline.");
  }
  return "The game has no clock, so there were no deadlines.";
}
