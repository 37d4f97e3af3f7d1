// The points of the tried moves, compared with those of the played ones.

import { element } from "../../shared/elements.js";
import { signed } from "../../shared/formats.js";
import { say } from "../../shared/words.js";

const total = ({ score }) => score.total;

// The difference to the played points, null if the game has not come so far.
function gain({ kingdom, played }) {
  return played && total(kingdom) - total(played.kingdom);
}

// The comparison in one sentence, for screen readers.
export function pointsWords(answer) {
  const points = say("table.points", { count: total(answer.kingdom) });
  const more = gain(answer);
  return more === null ? say("what-if.said", { points }) : say("what-if.said-played", { points, more: signed(more) });
}

// The comparison as a table: at the start, as tried, as played, and the difference; with a button that shows the played moves.
export function showPoints(place, before, answer, more) {
  const { version, kingdom, played } = answer;
  const rows = [
    [say("what-if.before", { version }), total(before)],
    [say("what-if.tried"), total(kingdom)],
    ...(played
      ? [
          [say("what-if.played", { version: played.version }), total(played.kingdom)],
          [say("what-if.difference"), signed(gain(answer))],
        ]
      : []),
  ];
  place.replaceChildren(
    element(
      "table",
      { class: "table what-if-counts" },
      element("caption", { class: "visually-hidden" }, say("table.points-title")),
      element(
        "tbody",
        {},
        ...rows.map(([text, points]) =>
          element("tr", {}, element("th", { scope: "row" }, text), element("td", { class: "number-column" }, points)),
        ),
      ),
    ),
    ...more,
  );
}
