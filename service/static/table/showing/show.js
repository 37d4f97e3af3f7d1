// The table at one moment: a state, the events up to it, and who looks. Live play and replay show it by this.

import { drawKing } from "../../board/kings.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { listed, say } from "../../shared/words.js";
import { camp } from "./camp.js";
import { showOthers, showOwn, showOwnWords } from "./kingdoms.js";
import { showLines } from "./lines.js";
import { isListed, told } from "./news.js";
import { unseenPanel } from "./unseen.js";

// Whose turn it is, or how it ended, in words.
export function turnWords({ status, players, to_act: turn, ranking, abort_cause: cause }, seat) {
  if (ranking) return say("table.won", { names: listed(ranking[0].map((place) => nameOf(players[place]))) });
  if (turn) return turn.seat === seat ? say("table.yours") : say("table.turn-of", { name: nameOf(players[turn.seat]) });
  return say(`table.status-${cause === "timeout" ? "unfilled" : status}`);
}

function showHead(page, state, viewer) {
  page.turn.textContent = turnWords(state, viewer);
  page.turn.classList.toggle("yours", viewer !== null && state.to_act?.seat === viewer);
  page.meta.textContent = state.kingdoms.length
    ? say("table.round", { round: state.round, rounds: state.rounds, left: state.deck_left })
    : "";
}

function placed(state) {
  return state.ranking.flatMap((seats, index) =>
    seats.map((seat) => {
      const place = 1 + state.ranking.slice(0, index).flat().length;
      return element(
        "tr",
        {},
        element("td", {}, place),
        element("th", { scope: "row" }, drawKing(seat), " ", nameOf(state.players[seat])),
        element("td", { class: "number-column" }, state.kingdoms[seat].score.total),
      );
    }),
  );
}

function showResult(page, state) {
  page.result.hidden = !state.ranking;
  if (!state.ranking) return;
  const heads = ["table.rank", "table.player", "table.points-title"].map((head, index) =>
    element("th", { scope: "col", ...(index === 2 && { class: "number-column" }) }, say(head)),
  );
  page.result.replaceChildren(
    element(
      "table",
      { class: "table" },
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...placed(state)),
    ),
  );
}

// Panels that are closed are filled when they are opened.
export function showPanels(page, state, events, table) {
  if (page.unseen.open) {
    page.unseenBody.replaceChildren(...unseenPanel(events, { ...table, left: state.deck_left }));
  }
  if (page.moves.open) {
    const sentences = events.filter(isListed).map((event) => [event, told(event, state.players)]);
    page.movesBody.replaceChildren(
      element("ol", { class: "move-list" }, ...sentences.map(([event, text]) => element("li", { value: event.version }, text))),
    );
  }
}

// Show all of it. `table` is { limit, origins }, `task` what the viewer can do, null for nothing, `front` the seat of
// the large kingdom.
export function show(page, state, { events, viewer, front = viewer ?? 0, task, table }) {
  showHead(page, state, viewer);
  showResult(page, state);
  showLines(page, state, task);
  const pieces = camp(state);
  page.camp.hidden = pieces.length === 0;
  page.camp.replaceChildren(...pieces);
  page.root.classList.toggle("watching", viewer === null);
  page.own.hidden = state.kingdoms.length === 0;
  if (state.kingdoms.length) {
    const own = state.kingdoms[front];
    const name = nameOf(state.players[front]);
    page.own.setAttribute("aria-label", viewer === null ? say("board.label", { name }) : say("table.own"));
    showOwn(page, state, own, { ...table, task });
    showOwnWords(page, state, own, table);
    showOthers(page, state, own.seat, table);
  }
  showPanels(page, state, events, table);
}
