// A plan in words: its placement and wishes, and its outcome.

import { listed, say } from "../../shared/words.js";

const CHOICES = ["player", "plan"]; // the causes of a player's own decisions
const DONE = { DominoPlaced: "table.did-place", DominoDiscarded: "table.did-discard", DominoChosen: "table.did-choose" };

// The wishes, the best first: "12, otherwise 7, otherwise 3".
export function wishWords(dominoes) {
  if (!dominoes.length) return say("table.wish-none");
  return dominoes.map(String).reduceRight((rest, domino) => say("table.otherwise", { domino, rest }));
}

// One case: "If 20 is gone: 9, otherwise 3".
export function caseWords({ taken, choose }) {
  if (!taken.length) return say("table.case-new");
  return say("table.case", { count: taken.length, taken: listed(taken.map(String)), wish: wishWords(choose) });
}

// The whole plan, a sentence for each part.
export function planWords({ place, choose = [], branches = [] }) {
  return [
    ...(place ? [say("table.plan-place", place)] : []),
    ...branches.map(caseWords),
    ...(branches.length ? [say("table.case-else", { wish: wishWords(choose) })] : []),
    ...(choose.length && !branches.length ? [say("table.plan-wish", { wish: wishWords(choose) })] : []),
  ];
}

// The outcome of the seat's last plan, in words; empty if the player has moved by hand since.
export function outcomeWords(events, seat) {
  const own = events.filter((event) => event.seat === seat && CHOICES.includes(event.cause));
  const made = own.slice(own.findLastIndex(({ type }) => type === "PlanFired") + 1);
  const done = made.filter(({ cause, type }) => cause === "plan" && DONE[type]);
  if (!done.length || done.length < made.length) return "";
  return say("table.plan-done", { done: listed(done.map(({ type, data }) => say(DONE[type], data))) });
}
