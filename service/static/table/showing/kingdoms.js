// The kingdoms on the table: the viewer's own large, with the trial on it, the others smaller.

import { frameWith } from "../../board/frame.js";
import { drawKingdom } from "../../board/kingdom.js";
import { drawKing, kingWords } from "../../board/kings.js";
import { kingdomTable } from "../../board/table.js";
import { element } from "../../shared/elements.js";
import { nameLink, nameOf } from "../../shared/names.js";
import { say, sequence } from "../../shared/words.js";
import { differs } from "./page.js";
import { pointsList } from "./points.js";
import { onVacation, vacationWords } from "./turns/vacations.js";

// True for a winner of the game, whose castle is crowned.
export function isCrowned({ ranking }, { seat }) {
  return ranking?.[0].includes(seat) ?? false;
}

const TAGS = { away: "table.away", left: "table.gone" };

export function head(state, kingdom) {
  const player = state.players[kingdom.seat];
  const acts = state.to_act?.seat === kingdom.seat ? [element("span", { class: "tag live" }, say("table.to-move"))] : [];
  const states = Object.keys(TAGS)
    .filter((name) => player[name])
    .map((name) => say(TAGS[name]));
  const tags = [...states, ...(onVacation(player) ? [vacationWords(player)] : [])].map((text) =>
    element("span", { class: "tag" }, text),
  );
  return [
    element(
      "h2",
      {},
      drawKing(kingdom.seat),
      element("span", { class: "visually-hidden" }, kingWords(kingdom.seat)),
      element("span", { class: "name", dir: "auto" }, nameLink(player)),
    ),
    ...acts,
    ...tags,
    element("span", { class: "points" }, say("table.points", { count: kingdom.score.total })),
  ];
}

// The head above a board: the name, the player's present state, and the points.
export function showHead(place, state, kingdom) {
  const { seat, score } = kingdom;
  const player = state.players[seat];
  if (!differs(place, [player, onVacation(player), state.to_act?.seat === seat, score.total])) return;
  place.replaceChildren(...head(state, kingdom));
}

// A panel that is filled when opened.
function details(summary, key, content) {
  const panel = element("details", {}, element("summary", { "data-key": key }, summary));
  panel.addEventListener("toggle", () => panel.append(...content()), { once: true });
  return panel;
}

function asTable(kingdom, { limit, origins }, caption) {
  return details(say("table.as-table"), `table-${kingdom.seat}`, () => [kingdomTable(kingdom, { limit, origins, caption })]);
}

function discards({ discarded }) {
  return discarded.length ? [element("p", { class: "muted" }, say("table.discarded", { dominoes: sequence(discarded) }))] : [];
}

// The viewer's kingdom, or for spectators the first one; `task` is the task on it, or else `plan` the plan, null for none; `named`
// is the board's name in place of that of the player.
export function showOwn(page, state, kingdom, { limit, origins, task, plan = null, named = null }) {
  const label = named ?? say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  const frame = frameWith(kingdom.cells, limit, (task ?? plan)?.reach ?? []);
  const crowned = isCrowned(state, kingdom);
  if (differs(page.board, task ? null : [kingdom.cells, label, crowned, plan?.key])) {
    page.board.replaceChildren(drawKingdom(kingdom, { limit, origins, label, crowned, frame }));
    (task ?? plan)?.draw(page.board.firstChild);
  }
  page.view.show(frame, task);
  nameBoard(page.board, label, task);
}

// The board is focusable while there is a task on it; while others play, it may keep the focus.
function nameBoard(board, label, task) {
  const acts = Boolean(task?.lit.length);
  board.setAttribute("tabindex", acts ? 0 : -1);
  board.setAttribute("role", acts ? "application" : "group");
  board.setAttribute("aria-label", acts ? `${label}. ${task.words}` : label);
}

// Redraw only the trial; the rest of the board stays.
export function showTrial(page, task) {
  page.board.querySelector(".overlay").replaceChildren();
  task?.draw(page.board.firstChild);
}

// Refill a place; its open panels stay open.
export function refill(place, ...content) {
  const open = [...place.querySelectorAll("details")].map((panel) => panel.open);
  place.replaceChildren(...content);
  for (const [index, panel] of [...place.querySelectorAll("details")].entries()) panel.open = open[index] ?? false;
}

export function showOwnWords(page, state, kingdom, table) {
  const caption = say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  showHead(page.ownHead, state, kingdom);
  if (!differs(page.ownFoot, [kingdom, caption])) return;
  refill(page.ownFoot, ...kingdomWords(state, kingdom, table));
}

function placeOf(page, seat) {
  const board = element("button", { class: "enlarge", type: "button", "data-key": `enlarge-${seat}` });
  board.addEventListener("click", () => page.enlarged.open(seat));
  return (
    page.others.querySelector(`[data-seat="${seat}"]`) ??
    element("section", { class: "card kingdom-other", "data-seat": seat }, element("div", { class: "kingdom-head" }), board)
  );
}

function showOther(place, state, kingdom, { limit, origins }) {
  const [top, board] = place.children;
  const { seat } = kingdom;
  const name = nameOf(state.players[seat]);
  const label = say("board.label", { name });
  place.classList.toggle("acting", state.to_act?.seat === seat);
  showHead(top, state, kingdom);
  const crowned = isCrowned(state, kingdom);
  if (!differs(board, [kingdom.cells, label, crowned])) return;
  board.setAttribute("aria-label", say("table.enlarge", { name }));
  board.replaceChildren(drawKingdom(kingdom, { limit, origins, label, crowned }));
}

// The texts below a board: its points, the discarded dominoes, and its squares as a table.
export function kingdomWords(state, kingdom, table) {
  const caption = say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  return [pointsList(kingdom.score), ...discards(kingdom), asTable(kingdom, table, caption)];
}

// The kingdoms of all other seats; only changed parts are drawn.
export function showOthers(page, state, own, table) {
  const others = state.kingdoms.filter(({ seat }) => seat !== own);
  const places = others.map(({ seat }) => placeOf(page, seat));
  page.others.dataset.count = others.length;
  if (
    differs(
      page.others,
      others.map(({ seat }) => seat),
    )
  )
    page.others.replaceChildren(...places);
  for (const [index, kingdom] of others.entries()) showOther(places[index], state, kingdom, table);
}
