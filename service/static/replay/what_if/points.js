// The points of what is tried, beside those of what was played.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero" });

const total = ({ score }) => score.total;

// How many more or fewer points than played, null where the game has not gone so far.
function gain({ kingdom, played }) {
  return played && total(kingdom) - total(played.kingdom);
}

// In one sentence, for who does not see the board.
export function pointsWords(answer) {
  const points = say("table.points", { count: total(answer.kingdom) });
  const more = gain(answer);
  return more === null ? say("what-if.said", { points }) : say("what-if.said-played", { points, more: signed.format(more) });
}

// As a table: at the version that is tried from, as tried, as played, and the difference; with a way to see what was.
export function showPoints(place, before, answer, more) {
  const { version, kingdom, played } = answer;
  const rows = [
    [say("what-if.before", { version }), total(before)],
    [say("what-if.tried"), total(kingdom)],
    ...(played
      ? [
          [say("what-if.played", { version: played.version }), total(played.kingdom)],
          [say("what-if.difference"), signed.format(gain(answer))],
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
