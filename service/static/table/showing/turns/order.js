// The order of play: the next kings to act, as far as known.

import { drawKing } from "../../../board/kings.js";
import { orderOf } from "../../../board/line.js";
import { element } from "../../../shared/elements.js";
import { nameOf } from "../../../shared/names.js";
import { say } from "../../../shared/words.js";

// Before the first round: the drawn kings that have not chosen yet, the one to act first, and the number of kings still
// to be drawn after them.
export function waitingKings(state, events) {
  const drawn = events.filter(({ type, version }) => type === "KingDrawn" && version <= state.version).map(({ seat }) => seat);
  const chosen = orderOf(state.line).length;
  return { drawn: drawn.slice(chosen), hidden: state.line.length - Math.max(drawn.length, chosen) };
}

function king(seat, players) {
  return element("li", {}, drawKing(seat), element("span", { class: "name", dir: "auto" }, nameOf(players[seat])));
}

function unknown() {
  return element(
    "li",
    { class: "hidden-king" },
    element("span", { "aria-hidden": "true" }, "?"),
    element("span", { class: "visually-hidden" }, say("table.king-unknown")),
  );
}

// Kings in a row, with a mark between this round and the next.
function row(title, ...items) {
  return element(
    "div",
    { class: "order" },
    element("span", { class: "muted" }, title),
    element("ol", { "aria-label": title }, ...items),
  );
}

// The order of choosing, before the first round.
export function choosingOrder(state, events) {
  const { drawn, hidden } = waitingKings(state, events);
  const kings = drawn.map((seat) => king(seat, state.players));
  return row(say("table.kings-to-come"), ...kings, ...Array.from({ length: hidden }, unknown));
}

// The next turns: the kings on the current line, then those on the next one.
export function turnOrder({ round, line, next_line: next, players }) {
  if (round === 0) return element("div", { class: "order" });
  const [now, then] = [line, next].map((slots) => orderOf(slots).map((seat) => king(seat, players)));
  if (now.length) then[0]?.classList.add("next-round");
  return row(say("table.order"), ...now, ...then);
}
