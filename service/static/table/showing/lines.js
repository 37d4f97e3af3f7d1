// The current and the next line; a domino that can be chosen is a button.

import { offerBadge } from "../../board/hints.js";
import { drawKing } from "../../board/kings.js";
import { drawLine } from "../../board/line.js";
import { element } from "../../shared/elements.js";
import { prefers } from "../../shared/preferences.js";
import { say } from "../../shared/words.js";
import { choosingOrder, turnOrder, waitingKings } from "./turns/order.js";
import { differs } from "./page.js";

const PLACING = ["place", "discard"];

function choosable(item, task, place) {
  const domino = Number(item.dataset.domino);
  const wish = task?.markOf(domino);
  if (wish) item.querySelector(".holder").replaceChildren(wishMark(task.table.seat, wish));
  if (!task?.free.includes(domino)) return;
  const button = element("button", {
    class: "pick",
    type: "button",
    "data-key": `pick-${domino}`,
    "aria-pressed": task.wished.includes(domino),
    ...(prefers("keys") && { "aria-keyshortcuts": place }),
  });
  button.append(...item.childNodes, ...offerBadge(task, domino));
  button.addEventListener("click", () => task.wish(domino));
  item.classList.add("choosable");
  item.append(button);
}

function wishMark(seat, wish) {
  return element("span", { class: "wish" }, drawKing(seat), wish);
}

function section(name, title, slots, state, task) {
  const line = drawLine(slots, { players: state.players, origins: state.rules.game === "origins" });
  for (const [index, item] of [...line.children].entries()) choosable(item, task, index + 1);
  line.classList.toggle("choosing", line.querySelector(".pick") !== null);
  return element("section", { class: `card ${name}` }, element("h2", {}, title), line);
}

// Mark the domino being placed; a placed domino is no longer in the line.
function markCurrent(shown, { line, to_act: turn }) {
  if (!turn || !PLACING.includes(turn.types[0])) return;
  const current = line.find(({ seat }) => seat !== null);
  shown.querySelector(`li[data-domino="${current?.domino}"]`)?.classList.add("current");
}

// The placeholder without a line: it keeps the space, so that nothing moves when a line is dealt or the last domino leaves.
function instead(name, title, text, ...more) {
  return element(
    "section",
    { class: `card ${name} no-line` },
    element("h2", {}, title),
    element("p", { class: "muted" }, text),
    ...more,
  );
}

function secondLine(state, task, events) {
  const title = say("table.next-line");
  if (state.next_line.length) return section("line-next", title, state.next_line, state, task);
  if (state.round === 0) return instead("line-next", title, say("table.next-later"), choosingOrder(state, events));
  return instead("line-next", title, say("table.next-none"));
}

// Its last domino may be placed while its king still has to choose.
function firstLine(state, task) {
  const title = say("table.line");
  if (!state.line.length) return instead("line-now", title, say("table.line-placed"));
  const shown = section("line-now", title, state.line, state, task);
  if (state.round > 0) markCurrent(shown, state);
  return shown;
}

// The lines, and below them the order of the next turns. `events` are all events up to the state; `plan` is the viewer's stored
// plan, null for none, whose wishes are marked if there is no task.
export function showLines(page, state, task, events, plan = null) {
  const opening = state.round === 0;
  const waiting = opening ? waitingKings(state, events) : null;
  if (!differs(page.lines, task ? null : [state.line, state.next_line, state.to_act, state.players, waiting, plan?.key])) return;
  if (!state.line.length && !state.next_line.length) {
    page.lines.replaceChildren();
    return;
  }
  page.lines.replaceChildren(firstLine(state, task ?? plan), secondLine(state, task ?? plan, events), turnOrder(state));
}
