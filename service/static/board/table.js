// A board as a table, for screen readers and for viewers who prefer text.

import { element } from "../shared/elements.js";
import { number } from "../shared/formats.js";
import { say } from "../shared/words.js";
import { frameOf } from "./frame.js";
import { squareWords } from "./square.js";

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

// The table of a kingdom's squares, with the coordinates as headers.
export function kingdomTable({ cells }, { limit, origins, caption }) {
  const { west, south, east, north } = frameOf(cells, limit);
  const at = new Map(cells.map((cell) => [`${cell.x},${cell.y}`, cell]));
  const words = (x, y) => {
    const cell = at.get(`${x},${y}`);
    if (x === 0 && y === 0) return say(origins ? "board.hut" : "board.castle");
    return cell ? `${squareWords(cell)} (${number(cell.domino)})` : "";
  };
  const heads = range(west, east).map((x) => element("th", { scope: "col" }, x));
  const rows = range(south, north)
    .reverse()
    .map((y) =>
      element("tr", {}, element("th", { scope: "row" }, y), ...range(west, east).map((x) => element("td", {}, words(x, y)))),
    );
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": caption },
    element(
      "table",
      { class: "board-table" },
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, element("td"), ...heads)),
      element("tbody", {}, ...rows),
    ),
  );
}
