// The scoring as a table: a row for each terrain and each bonus, a column for each kingdom, the winner's first.

import { drawKing } from "../../board/kings.js";
import { drawSquare } from "../../board/square.js";
import { svg } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { formula, number } from "../../shared/formats.js";
import { nameLink } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { ratingRow } from "./ratings.js";
import { TIE_BREAKS } from "./why.js";

export const EXTRAS = ["middle_kingdom", "harmony", "resources", "totems", "cavemen"];

function columns({ ranking }) {
  return ranking.flatMap((seats, index) => {
    const place = 1 + ranking.slice(0, index).flat().length;
    return seats.map((seat) => ({ seat, place }));
  });
}

function head(state, shown) {
  const cells = shown.map(({ seat, place }) =>
    element(
      "th",
      { scope: "col", class: "number-column" },
      element("span", { class: "muted" }, say("result.place", { place })),
      element("span", { class: "result-name" }, drawKing(seat), " ", nameLink(state.players[seat])),
    ),
  );
  return element("thead", {}, element("tr", {}, element("th", { scope: "col" }, say("result.counts")), ...cells));
}

function row(title, cells, attributes = {}) {
  const filled = cells.map((parts) => element("td", { class: "number-column" }, ...[parts].flat()));
  return element("tr", attributes, element("th", { scope: "row" }, ...[title].flat()), ...filled);
}

// "12", and below it the calculation: "4 × 2 + 4 × 1"
function points(regions) {
  if (!regions.length) return "–";
  const sum = regions.reduce((all, region) => all + region.points, 0);
  const how = regions
    .map(({ squares, crowns, fires }) => `${number(squares)}\u00a0×\u00a0${number(crowns ?? fires)}`)
    .join(" + ");
  return [sum, element("span", { class: "visually-hidden" }, " = "), element("small", { class: "muted" }, formula(how))];
}

function terrainTitle(terrain) {
  const picture = svg("svg", { class: "swatch", viewBox: "0 0 40 40", "aria-hidden": "true" }, ...drawSquare({ terrain }, 0, 0));
  return [picture, " ", element("span", { class: "terrain-word" }, say(`terrain.${terrain}`))];
}

function terrains(scores) {
  const counted = scores.map(({ regions }) => regions.filter((region) => region.points > 0));
  const found = new Set(scores.flatMap(({ regions }) => regions.map(({ terrain }) => terrain)));
  return [...found]
    .map((terrain) => [terrain, counted.map((regions) => regions.filter((region) => region.terrain === terrain))])
    .filter(([, cells]) => cells.some((regions) => regions.length))
    .map(([terrain, cells]) => row(terrainTitle(terrain), cells.map(points)));
}

// The title of a bonus.
export function titleOf(extra, origins) {
  return say(extra === "middle_kingdom" && origins ? "result.middle_kingdom-origins" : `result.${extra}`);
}

function extras(scores, origins) {
  return EXTRAS.filter((name) => scores.some((score) => score[name])).map((name) =>
    row(
      titleOf(name, origins),
      scores.map((score) => (score[name] ? score[name] : "–")),
    ),
  );
}

// The rows that decided a tie, if there was one.
function ties({ outcome: { decided } }, scores, origins) {
  if (decided !== "shared" && !TIE_BREAKS.includes(decided)) return [];
  const asked = decided === "largest_region" ? TIE_BREAKS.slice(0, 1) : TIE_BREAKS;
  const titles = { largest_region: say("result.largest"), crowns: say(origins ? "result.fires-all" : "result.crowns-all") };
  return asked.map((name) => {
    const mark = name === decided ? [" ", element("small", { class: "muted" }, say("result.decides"))] : [];
    return row(
      [titles[name], ...mark],
      scores.map((score) => score[name]),
    );
  });
}

// The table of a state with a ranking. Texts about its ratings go to `told`.
export function counts(state, told) {
  const shown = columns(state);
  const scores = shown.map(({ seat }) => state.kingdoms[seat].score);
  const origins = state.rules.game === "origins";
  const total = row(
    say("result.total"),
    scores.map((score) => score.total),
    { class: "result-total" },
  );
  const ratings = state.rated
    ? [
        ratingRow(
          state,
          shown.map(({ seat }) => seat),
          told,
        ),
      ]
    : [];
  const rows = [...terrains(scores), ...extras(scores, origins), total, ...ties(state, scores, origins), ...ratings];
  return element("table", { class: "table counts-table" }, head(state, shown), element("tbody", {}, ...rows));
}
