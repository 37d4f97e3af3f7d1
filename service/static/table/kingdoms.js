// The kingdoms on the table: one's own large with what is being tried on it, the others smaller.

import { frameOf } from "../board/frame.js";
import { drawKingdom } from "../board/kingdom.js";
import { drawKing, kingWords } from "../board/kings.js";
import { kingdomTable } from "../board/table.js";
import { element } from "../elements.js";
import { nameOf } from "../names.js";
import { say } from "../words.js";
import { pointsList } from "./points.js";

const TAGS = { away: "table.away", left: "table.gone" };

function head(state, kingdom, level) {
  const player = state.players[kingdom.seat];
  const acts = state.to_act?.seat === kingdom.seat ? [element("span", { class: "tag live" }, say("table.to-move"))] : [];
  const tags = Object.keys(TAGS).filter((name) => player[name]).map((name) => element("span", { class: "tag" }, say(TAGS[name])));
  return [element(level, {}, drawKing(kingdom.seat), element("span", { class: "visually-hidden" }, kingWords(kingdom.seat)),
    element("span", { class: "name" }, nameOf(player))), ...acts, ...tags,
  element("span", { class: "points" }, say("table.points", { count: kingdom.score.total }))];
}

function details(summary, key, ...content) {
  return element("details", {}, element("summary", { "data-key": key }, summary), ...content);
}

function asTable(kingdom, { limit, origins }, caption) {
  return details(say("table.as-table"), `table-${kingdom.seat}`, kingdomTable(kingdom, { limit, origins, caption }));
}

function discards({ discarded }) {
  return discarded.length ? [element("p", { class: "muted" }, say("table.discarded", { dominoes: discarded.join(", ") }))] : [];
}

// All of the limit, and beyond it what can be used now.
function frameFor({ cells }, limit, lit) {
  const frame = frameOf(cells, limit);
  const reach = (axis) => lit.map((square) => square[axis]);
  return {
    west: Math.min(frame.west, ...reach("x")), east: Math.max(frame.east, ...reach("x")),
    south: Math.min(frame.south, ...reach("y")), north: Math.max(frame.north, ...reach("y")),
  };
}

// The own kingdom, or for spectators the first one; `task` is what can be done there, null for nothing.
export function showOwn(page, state, kingdom, { limit, origins, task }) {
  const label = say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  const frame = frameFor(kingdom, limit, task?.lit ?? []);
  page.board.replaceChildren(drawKingdom(kingdom, { limit, origins, label, frame }));
  task?.draw(page.board.firstChild);
  if (task?.lit.length) {
    for (const [name, value] of [["tabindex", 0], ["role", "application"], ["aria-label", `${label}. ${task.words}`]]) {
      page.board.setAttribute(name, value);
    }
  } else {
    for (const name of ["tabindex", "role", "aria-label"]) page.board.removeAttribute(name);
  }
}

// What is being tried, anew: the rest of the board stays as it is drawn.
export function showTrial(page, task) {
  page.board.querySelector(".overlay").replaceChildren();
  task?.draw(page.board.firstChild);
}

export function showOwnWords(page, state, kingdom, table) {
  const open = page.ownFoot.querySelector("details")?.open;
  const caption = say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  page.ownHead.replaceChildren(...head(state, kingdom, "h2"));
  page.ownFoot.replaceChildren(pointsList(kingdom.score), ...discards(kingdom), asTable(kingdom, table, caption));
  page.ownFoot.querySelector("details").open = open;
}

function other(state, kingdom, { limit, origins }) {
  const label = say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  return element("section", { class: `card kingdom-other${state.to_act?.seat === kingdom.seat ? " acting" : ""}`,
    "data-seat": kingdom.seat },
  element("div", { class: "kingdom-head" }, ...head(state, kingdom, "h2")),
  drawKingdom(kingdom, { limit, origins, label }),
  details(say("table.points-title"), `points-${kingdom.seat}`, pointsList(kingdom.score), ...discards(kingdom)),
  asTable(kingdom, { limit, origins }, label));
}

export function showOthers(page, state, own, table) {
  const open = new Set([...page.others.querySelectorAll("details[open] > summary")].map(({ dataset }) => dataset.key));
  const others = state.kingdoms.filter(({ seat }) => seat !== own);
  page.others.dataset.count = others.length;
  page.others.replaceChildren(...others.map((kingdom) => other(state, kingdom, table)));
  for (const summary of page.others.querySelectorAll("summary")) summary.parentElement.open = open.has(summary.dataset.key);
}
