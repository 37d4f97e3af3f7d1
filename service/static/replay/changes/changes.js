// What a step changed: whose points moved and why, and for those who read, which squares are marked.

import { drawKing } from "../../board/kings.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { pointsMoved } from "./points.js";

function touchedWords(touched, players) {
  return touched.map(({ seat, squares }) =>
    say("replay.touched", {
      name: nameOf(players[seat]),
      squares: squares.map((square) => say("table.square", square)).join("; "),
    }),
  );
}

// The section, to be filled by `showChanges`; `more` stays below.
export function changesSection(...more) {
  const body = element("div", {});
  const section = element("section", { class: "card changes", "aria-label": say("replay.changes") }, body, ...more);
  return { section, body };
}

// Show in `body` what lies between two states, and what was touched.
export function showChanges(body, before, after, touched) {
  const moved = pointsMoved(before, after);
  const lines = moved.map(({ seat, words }) => element("li", {}, drawKing(seat), element("span", {}, words)));
  const note = lines.length
    ? element("ul", { class: "moved" }, ...lines)
    : element("p", { class: "muted" }, say("replay.unmoved"));
  body.replaceChildren(
    note,
    ...touchedWords(touched, after.players).map((words) => element("p", { class: "visually-hidden" }, words)),
  );
}
