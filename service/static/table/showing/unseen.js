// The dominoes that nobody has seen: all that were in no dealt line.

import { drawDomino, dominoWords, halvesOf } from "../../board/domino.js";
import { LETTERS } from "../../board/terrain.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

const DOMINOES = 48;

// Their numbers, after these events of a game from its beginning.
export function unseenAfter(events) {
  const dealt = new Set(events.filter(({ type }) => type === "LineDealt").flatMap(({ data }) => data.dominoes));
  return Array.from({ length: DOMINOES }, (_, index) => index + 1).filter((number) => !dealt.has(number));
}

// For each remaining terrain: the number of its squares, and of the crowns on them (in Origins fires, also those of craters).
function countsOf(numbers, origins) {
  const counts = new Map();
  for (const { terrain, crowns = 0, fires = 0, craters = 0 } of numbers.flatMap((number) => halvesOf(number, origins))) {
    const had = counts.get(terrain) ?? { squares: 0, signs: 0 };
    counts.set(terrain, { squares: had.squares + 1, signs: had.signs + crowns + fires + craters });
  }
  return Object.keys(LETTERS)
    .filter((terrain) => counts.has(terrain))
    .map((terrain) => [terrain, counts.get(terrain)]);
}

function countsTable(numbers, origins) {
  const heads = ["table.terrain", "table.squares", origins ? "table.fires" : "table.crowns"];
  const rows = countsOf(numbers, origins).map(([terrain, { squares, signs }]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, say(`terrain.${terrain}`)),
      element("td", { class: "number-column" }, squares),
      element("td", { class: "number-column" }, signs),
    ),
  );
  return element(
    "table",
    { class: "table counts" },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...heads.map((head, index) => element("th", { scope: "col", ...(index && { class: "number-column" }) }, say(head))),
      ),
    ),
    element("tbody", {}, ...rows),
  );
}

function entry(number, origins) {
  return element(
    "li",
    {},
    drawDomino(number, origins),
    element("span", { class: "visually-hidden" }, say("line.domino", { number, halves: dominoWords(number, origins) })),
  );
}

// The panel's content; `left` is the number of unseen dominoes that will be dealt.
export function unseenPanel(events, { origins, left }) {
  const numbers = unseenAfter(events);
  if (!numbers.length) return [element("p", {}, say("table.all-seen"))];
  return [
    element("p", { class: "muted" }, say("table.unseen-words", { count: numbers.length, left })),
    countsTable(numbers, origins),
    element("ol", { class: "unseen-dominoes" }, ...numbers.map((number) => entry(number, origins))),
  ];
}
