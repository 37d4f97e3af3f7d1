// A line of dominoes with the kings on it. Its order from top to bottom is the order of the next turns.

import { element } from "../shared/elements.js";
import { nameOf } from "../shared/names.js";
import { say } from "../shared/words.js";
import { dominoWords, drawDomino } from "./domino.js";

// The seats in their order of play on a line; a seat with two kings occurs twice.
export function orderOf(slots) {
  return slots.filter(({ seat }) => seat !== null).map(({ seat }) => seat);
}

function holder(seat, players) {
  if (seat === null) return [];
  const name = nameOf(players[seat]);
  return [element("span", { dir: "auto", title: name }, name)];
}

function entry({ domino, seat }, players, origins) {
  const owner = seat === null ? {} : { "data-seat": seat };
  return element(
    "li",
    { "data-domino": domino, ...owner },
    drawDomino(domino, origins, seat),
    element("span", { class: "domino-number", "aria-hidden": "true" }, domino),
    element("span", { class: "holder" }, ...holder(seat, players)),
    element("span", { class: "visually-hidden" }, say("line.domino", { number: domino, halves: dominoWords(domino, origins) })),
  );
}

// The line as an ordered list; `players` are those of the state.
export function drawLine(slots, { players, origins }) {
  return element("ol", { class: "line" }, ...slots.map((slot) => entry(slot, players, origins)));
}
