// A plan in words: its placement and wishes, and its outcome.

import { listed, say, sequence } from "../../shared/words.js";
import { turnsOf } from "./coming.js";

const CHOICES = ["player", "plan"]; // the causes of a player's own decisions
const DONE = { DominoPlaced: "table.did-place", DominoDiscarded: "table.did-discard", DominoChosen: "table.did-choose" };

// The sentence for no wish, for one, or for several, the best first.
function wished(key, dominoes, values = {}) {
  const form = ["-none", ""][dominoes.length] ?? "-first";
  return say(`table.${key}${form}`, { ...values, wish: sequence(dominoes) });
}

// One case: "If 20 is gone, take the first that is free: 9, 3."
export function caseWords({ taken, choose }) {
  if (!taken.length) return say("table.case-new");
  return wished("case", choose, { count: taken.length, taken: listed(taken.map(String)) });
}

// What to take in all cases but these.
export function elseWords(choose) {
  return wished("case-else", choose);
}

// The whole plan, a sentence for each part; `lost` is the number of the first turn that cannot be carried out, null for none.
export function planWords(plan, lost = null) {
  const turns = turnsOf(plan);
  const ofTurn = (turn, index) => say("table.plan-of-turn", { turn: index + 1, plan: turnWords(turn).join(" ") });
  const words = turns.length > 1 ? turns.map(ofTurn) : turnWords(turns[0]);
  return lost === null ? words : [...words, say("table.plan-turn-lost", { turn: lost })];
}

function turnWords({ place, choose = [], branches = [] }) {
  return [
    ...(place ? [say("table.plan-place", place)] : []),
    ...branches.map(caseWords),
    ...(branches.length ? [elseWords(choose)] : []),
    ...(choose.length && !branches.length ? [wished("plan-wish", choose)] : []),
  ];
}

// The outcome of the seat's last plan, in words; empty if the player has moved by hand since.
export function outcomeWords(events, seat) {
  const own = events.filter((event) => event.seat === seat && CHOICES.includes(event.cause));
  const made = own.slice(own.findLastIndex(({ type }) => type === "PlanFired") + 1);
  const done = made.filter(({ cause, type }) => cause === "plan" && DONE[type]);
  if (!done.length || done.length < made.length) return "";
  return [say("table.plan-done"), ...done.map(({ type, data }) => say(DONE[type], data))].join(" ");
}
