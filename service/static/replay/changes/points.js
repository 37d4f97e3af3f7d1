// The reasons for changed points: compares two scores of a kingdom, region by region.

import { number, signed } from "../../shared/formats.js";
import { nameOf } from "../../shared/names.js";
import { EXTRAS } from "../../table/showing/points.js";
import { say, sequence } from "../../shared/words.js";

const NOTHING = { total: 0, regions: [] };

export function scoreOf({ kingdoms }, seat) {
  return kingdoms[seat]?.score ?? NOTHING;
}

// The regions that are not among the others; each of the others cancels one equal region.
function without(regions, others) {
  const left = others.map((region) => JSON.stringify(region));
  return regions.filter((region) => {
    const at = left.indexOf(JSON.stringify(region));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const sum = (regions) => regions.reduce((total, { points }) => total + points, 0);

function regionsMoved(before, after) {
  const [gone, come] = [without(before, after), without(after, before)];
  const terrains = [...new Set([...gone, ...come].map(({ terrain }) => terrain))];
  const of = (regions, wanted) => regions.filter(({ terrain }) => terrain === wanted);
  return terrains
    .map((terrain) => {
      const [from, to] = [of(gone, terrain), of(come, terrain)];
      return { terrain, from, to, points: sum(to) - sum(from) };
    })
    .filter(({ points }) => points);
}

// The reasons of a change: `{ terrain, from, to, points }` for grown regions, `{ extra, points }` for others. Their points
// add up to the difference of the totals.
export function reasonsOf(before, after) {
  const extras = EXTRAS.map((extra) => ({ extra, points: (after[extra] ?? 0) - (before[extra] ?? 0) }));
  return [...regionsMoved(before.regions, after.regions), ...extras.filter(({ points }) => points)];
}

function product(regions) {
  return regions.map(({ squares, crowns, fires }) => `${number(squares)} × ${number(crowns ?? fires)}`).join(" + ");
}

/** @type {(reason: { terrain?: string, from?: any[], to?: any[], extra?: string, points: number }) => string} */
function reasonWords({ terrain, from, to, extra, points }) {
  if (extra) return say(`table.${extra}`, { points: signed(points) });
  const values = { terrain: say(`terrain.${terrain}`), before: product(from), after: product(to) };
  return say(from.length ? "replay.region" : "replay.new-region", values);
}

// One line for each seat whose points changed between two states: "Anna +6: wheat field 3 × 2 → 4 × 3".
export function pointsMoved(before, after) {
  return after.kingdoms.flatMap(({ seat, score }) => {
    const reasons = reasonsOf(scoreOf(before, seat), score);
    if (!reasons.length) return [];
    const points = signed(score.total - scoreOf(before, seat).total);
    const words = sequence(reasons.map(reasonWords));
    return [{ seat, words: say("replay.moved", { name: nameOf(after.players[seat]), points, reasons: words }) }];
  });
}
