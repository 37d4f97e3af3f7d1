// The table at one moment: a state, the events up to it, and the viewer. Used by live play and replay.

import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say, sequence } from "../../shared/words.js";
import { showResult } from "../result/result.js";
import { camp } from "./camp.js";
import { Enlarged } from "./enlarged.js";
import { showOthers, showOwn, showOwnWords } from "./kingdoms.js";
import { showLines } from "./lines.js";
import { isListed, told } from "./news.js";
import { touchedBy } from "./touched.js";
import { isTurnOf, roundWords, turnParts } from "./turns/turns.js";
import { unseenPanel } from "./unseen.js";

function showHead(page, state, viewer) {
  page.turn.replaceChildren(...turnParts(state, viewer));
  page.turn.classList.toggle("yours", isTurnOf(state, viewer));
  page.turn.classList.toggle("over", state.ranking !== null);
  page.meta.textContent = roundWords(state);
}

function squaresWords(event, state) {
  const squares = touchedBy([event], state).flatMap((touched) => touched.squares);
  return sequence(
    squares.map((square) => say("table.square", square)),
    "list.semicolon",
  );
}

// An entry of the list of news; a marked one names its squares.
function entry(event, state, isRecent, viewer) {
  const text = told(event, state.players, viewer);
  const squares = isRecent ? squaresWords(event, state) : "";
  return element("li", { value: event.version }, squares ? say("table.marked", { text, squares }) : text);
}

function againButton(again) {
  if (!again) return [];
  const made = element("button", { class: "button", type: "button", "data-key": "again" }, say("table.again"));
  made.addEventListener("click", again);
  return [made];
}

// The news, recent ones first: those since the viewer's last move, for spectators the last turn.
function story(state, events, { recent, viewer, again }) {
  const title = viewer === null ? "table.last-turn" : "table.since";
  const shown = events.filter(isListed);
  const since = shown.filter((event) => recent.includes(event));
  const before = shown.filter((event) => !recent.includes(event));
  const list = (some) =>
    element("ol", { class: "move-list" }, ...some.map((event) => entry(event, state, some === since, viewer)));
  if (!since.length || !before.length) return [list(shown)];
  return [
    element("h3", {}, say(title)),
    ...againButton(again),
    list(since),
    element("h3", {}, say("table.before")),
    list(before),
  ];
}

// Fill the open panels; closed ones are filled when opened. `again()` shows recent events on the boards; null if impossible.
export function showPanels(page, state, events, table, { recent, viewer, again = null }) {
  if (page.unseen.open) {
    page.unseenBody.replaceChildren(...unseenPanel(events, { ...table, left: state.deck_left }));
  }
  if (page.moves.open) {
    page.movesBody.replaceChildren(...story(state, events, { recent, viewer, again }));
  }
}

// Show the whole table. `recent` are the events at the top of the list, `table` is { limit, origins }, `task` is the viewer's
// task, `plan` their stored plan, null for none, and `front` is the seat of the large kingdom.
export function show(page, state, { events, recent = [], again = null, viewer, front = viewer ?? 0, task, plan = null, table }) {
  page.attach();
  showHead(page, state, viewer);
  showResult(page.result, state);
  showLines(page, state, task, events, plan);
  const pieces = camp(state, task?.cavemen);
  page.camp.hidden = pieces.length === 0;
  page.felt.classList.toggle("with-camp", pieces.length > 0);
  page.camp.replaceChildren(...pieces);
  page.root.classList.toggle("watching", viewer === null);
  document.getElementById("watch-note")?.toggleAttribute("hidden", viewer !== null || state.status !== "active");
  page.felt.classList.toggle("no-lines", state.line.length + state.next_line.length === 0);
  // The table replaces the invitation; as a different view it shows no motion.
  if (page.own.hidden && state.kingdoms.length) page.felt.replaceWith(page.felt);
  page.own.hidden = state.kingdoms.length === 0;
  page.unseen.hidden = page.own.hidden;
  if (state.kingdoms.length) {
    const own = state.kingdoms[front];
    const name = nameOf(state.players[front]);
    page.own.setAttribute("aria-label", viewer === null ? say("board.label", { name }) : say("table.own"));
    showOwn(page, state, own, { ...table, task, plan });
    showOwnWords(page, state, own, table);
    page.enlarged ??= new Enlarged(page.others);
    showOthers(page, state, own.seat, table);
    page.enlarged.show(state, table);
  }
  showPanels(page, state, events, table, { recent, viewer, again });
}
