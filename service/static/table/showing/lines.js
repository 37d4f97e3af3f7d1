// The current and the next line; a domino that can be chosen is a button.

import { drawKing } from "../../board/kings.js";
import { drawLine, orderOf } from "../../board/line.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { differs } from "./page.js";

const PLACING = ["place", "discard"];

function choosable(item, task) {
  const domino = Number(item.dataset.domino);
  if (!task?.free.includes(domino)) return;
  const rank = task.wished.indexOf(domino);
  const button = element("button", { class: "pick", type: "button", "data-key": `pick-${domino}`, "aria-pressed": rank >= 0 });
  button.append(...item.childNodes);
  if (rank >= 0) button.querySelector(".holder").replaceChildren(wishMark(task, rank));
  button.addEventListener("click", () => task.wish(domino));
  item.append(button);
}

function wishMark({ wished, table }, rank) {
  return element("span", { class: "wish" }, drawKing(table.seat), wished.length > 1 ? String(rank + 1) : "✓");
}

// The order of the next turns; its place is there before anybody has chosen, so that the first choice moves nothing.
function order(slots, players) {
  const seats = orderOf(slots);
  const holder = (seat) => element("span", { class: "holder" }, drawKing(seat), element("span", {}, nameOf(players[seat])));
  const then = seats.length ? [element("span", { class: "muted" }, say("table.then"))] : [];
  return element("p", { class: "order" }, ...then, ...seats.map(holder));
}

function section(name, title, slots, state, task, ...more) {
  const line = drawLine(slots, { players: state.players, origins: state.rules.game === "origins" });
  for (const item of line.children) choosable(item, task);
  return element("section", { class: `card ${name}` }, element("h2", {}, title), line, ...more);
}

// Mark the domino that is being placed; one that was placed is no longer in the line.
function markCurrent(shown, { line, to_act: turn }) {
  if (!turn || !PLACING.includes(turn.types[0])) return;
  const current = line.find(({ seat }) => seat !== null);
  shown.querySelector(`li[data-domino="${current?.domino}"]`)?.classList.add("current");
}

export function showLines(page, state, task) {
  if (!differs(page.lines, task ? null : [state.line, state.next_line, state.to_act, state.players])) return;
  const current = state.line.length ? [section("line-now", say("table.line"), state.line, state, task)] : [];
  const next = state.next_line.length
    ? [section("line-next", say("table.next-line"), state.next_line, state, task, order(state.next_line, state.players))]
    : [];
  if (next.length && current.length) markCurrent(current[0], state);
  page.lines.replaceChildren(...current, ...next);
}
