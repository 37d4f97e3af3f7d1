// The present points of a kingdom: its scoring regions, and bonuses.

import { drawSquare } from "../../board/square.js";
import { svg } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { formula, number } from "../../shared/formats.js";
import { say } from "../../shared/words.js";

export const EXTRAS = ["middle_kingdom", "harmony", "resources", "totems", "cavemen"];

function region({ terrain, squares, crowns, fires, points }) {
  const signs = crowns ?? fires;
  const picture = svg("svg", { class: "swatch", viewBox: "0 0 40 40", "aria-hidden": "true" }, ...drawSquare({ terrain }, 0, 0));
  const words = say(fires === undefined ? "table.region" : "table.region-fires", {
    terrain: say(`terrain.${terrain}`),
    squares,
    signs,
    points,
  });
  return element(
    "li",
    {},
    picture,
    element("span", { "aria-hidden": "true" }, formula(`${number(squares)} × ${number(signs)} = ${number(points)}`)),
    element("span", { class: "visually-hidden" }, words),
  );
}

// The list of scoring items, the highest first, and the sum.
export function pointsList(score) {
  const regions = score.regions.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points);
  const extras = EXTRAS.filter((name) => score[name]);
  const lines = [
    ...regions.map(region),
    ...extras.map((name) => element("li", {}, say(`table.${name}`, { points: score[name] }))),
  ];
  const sum = element("li", {}, element("strong", {}, say("table.sum", { total: score.total })));
  return lines.length
    ? element("ul", { class: "points-list" }, ...lines, sum)
    : element("p", { class: "muted" }, say("table.no-points"));
}
