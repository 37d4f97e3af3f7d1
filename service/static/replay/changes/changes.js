// The changes by a step: changed points with their reasons and, for screen readers, the marked squares.

import { drawKing } from "../../board/kings.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say, sequence } from "../../shared/words.js";

// The marked squares in words, a text for each kingdom.
export function touchedWords(touched, players) {
  return touched.map(({ seat, squares }) =>
    say("replay.touched", {
      name: nameOf(players[seat]),
      squares: sequence(
        squares.map((square) => say("table.square", square)),
        "list.semicolon",
      ),
    }),
  );
}

// Show the changed points and the touched squares in `place`; `moved` is the result of `pointsMoved`.
export function showChanges(place, moved, touched, players) {
  const lines = moved.map(({ seat, words }) => element("li", {}, drawKing(seat), element("span", {}, words)));
  place.replaceChildren(
    lines.length ? element("ul", { class: "moved" }, ...lines) : element("p", { class: "muted" }, say("replay.unmoved")),
    ...touchedWords(touched, players).map((words) => element("p", { class: "visually-hidden" }, words)),
  );
}

// The place for the changes; its height is fixed, so longer content scrolls.
export function changesPlace() {
  return element("div", { class: "changes", role: "group", tabindex: 0, "aria-label": say("replay.changes") });
}
