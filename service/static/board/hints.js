// The gains of placements as sent by the API; nothing is computed here.

import { element } from "../shared/elements.js";
import { prefers } from "../shared/preferences.js";
import { say } from "../shared/words.js";
import { SQUARE, svg } from "./svg.js";

const WIDTH = 22; // of the drawing on a domino
const HEIGHT = 12;

const always = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "always" });

// "+6"
export function gainText(points) {
  return always.format(points);
}

// "plus 6"
export function gainWords(points) {
  if (points === 0) return say("table.no-gain");
  return say(points > 0 ? "table.plus" : "table.minus", { count: Math.abs(points) });
}

function regionWords({ terrain, squares, crowns, fires }) {
  return say("table.preview-region", { terrain: say(`terrain.${terrain}`), squares, signs: crowns ?? fires });
}

// The parts of a preview in words: its regions, the bonuses that change, and those still possible.
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

// True if the viewer wants hints and the table allows them.
export function hasHints({ state }) {
  return prefers("hints") && state.hints !== false;
}

// The highest gain of a domino of the line, in words; "" if unknown.
export function offerWords(offer) {
  if (!offer) return "";
  if (offer.fits === "now") return say("table.best-gain", { gain: gainWords(offer.gain) });
  return say(`table.so-${offer.fits}-said`);
}

// The points, or a note that it fits later or nowhere, with the consequence.
function badgeParts(offer) {
  if (!offer) return [];
  if (offer.fits === "now") return [gainText(offer.gain)];
  const part = (name, key) => element("span", { class: name }, say(`table.${key}-${offer.fits}`));
  return [part("fits", "fits"), part("follows", "so")];
}

// The same in short, for its place in the line; nothing without hints. The consequence is visible if there is room.
export function offerBadge({ offers, table }, domino) {
  if (!hasHints(table)) return [];
  const offer = offers.get(domino);
  return [
    element("span", { class: `gain ${offer?.fits ?? ""}`, "aria-hidden": "true" }, ...badgeParts(offer)),
    element("span", { class: "visually-hidden" }, offerWords(offer)),
  ];
}

// Draw the gain of a tried domino on its seam, away from its number; the domino covers these two squares.
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
