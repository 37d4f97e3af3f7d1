// What placements bring, as the API says: nothing is counted here.

import { element } from "../shared/elements.js";
import { prefers } from "../shared/preferences.js";
import { say } from "../shared/words.js";
import { SQUARE, svg } from "./svg.js";

const WIDTH = 22; // of what is drawn on a domino
const HEIGHT = 12;

const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "always" });

// "+6"
export function gainText(points) {
  return signed.format(points);
}

// "plus 6"
export function gainWords(points) {
  if (points === 0) return say("table.no-gain");
  return say(points > 0 ? "table.plus" : "table.minus", { count: Math.abs(points) });
}

function regionWords({ terrain, squares, crowns, fires }) {
  return say("table.preview-region", { terrain: say(`terrain.${terrain}`), squares, signs: crowns ?? fires });
}

// The parts of a preview in words: its regions, the bonuses that change, and those that can still be had.
export function previewParts({ regions, bonuses, reachable }, origins) {
  const name = (bonus) => say(`table.bonus-${bonus}${origins && bonus in reachable ? "-origins" : ""}`);
  return [
    ...regions.map(regionWords),
    ...Object.entries(bonuses).map(([bonus, points]) =>
      say("table.preview-bonus", { what: name(bonus), points: gainText(points) }),
    ),
    ...Object.entries(reachable).map(([bonus, is]) =>
      say(is ? "table.preview-reachable" : "table.preview-lost", { what: name(bonus) }),
    ),
  ];
}

// Whether somebody wants hints, and the table has them.
export function hasHints({ state }) {
  return prefers("hints") && state.hints !== false;
}

// What a domino of the line would bring at best, in words; "" where it is not known.
export function offerWords(offer) {
  if (!offer) return "";
  if (offer.fits === "now") return say("table.best-gain", { gain: gainWords(offer.gain) });
  return say("table.fits-so", { fits: say(`table.fits-${offer.fits}`), so: say(`table.so-${offer.fits}`) });
}

// Points; or whether it fits later or nowhere, and what follows from that.
function badgeParts(offer) {
  if (!offer) return [];
  if (offer.fits === "now") return [gainText(offer.gain)];
  const part = (name, key) => element("span", { class: name }, say(`table.${key}-${offer.fits}`));
  return [part("fits", "fits"), part("follows", "so")];
}

// The same at a glance, for its place in the line; nothing where no hints are wanted. What follows is seen where there is room.
export function offerBadge({ offers, table }, domino) {
  if (!hasHints(table)) return [];
  const offer = offers.get(domino);
  return [
    element("span", { class: `gain ${offer?.fits ?? ""}`, "aria-hidden": "true" }, ...badgeParts(offer)),
    element("span", { class: "visually-hidden" }, offerWords(offer)),
  ];
}

// Draw what a tried domino brings on its seam: it covers these two squares, away from its number.
export function drawGain(domino, squares, text) {
  const left = SQUARE * Math.min(...squares.map(({ x }) => x));
  const top = -SQUARE * Math.max(...squares.map(({ y }) => y));
  const lies = squares[0].y === squares[1].y;
  const [x, y] = lies ? [left + SQUARE, top + 23] : [left + 13, top + 32];
  domino.append(
    svg(
      "g",
      { class: "gain" },
      svg("rect", { x: x - WIDTH / 2, y: y - HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: HEIGHT / 2 }),
      svg("text", { x, y: y + 3.4 }, text),
    ),
  );
}
