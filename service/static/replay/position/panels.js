// The panels below the boards: each kingdom as a table with its points, and the unseen dominoes.

import { kingdomTable } from "../../board/table.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { pointsList } from "../../table/showing/points.js";
import { unseenPanel } from "../../table/showing/unseen.js";

function kingdomPanel(state, kingdom, { limit, origins }) {
  const caption = say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  return element("div", {}, kingdomTable(kingdom, { limit, origins, caption }), pointsList(kingdom.score));
}

// A panel that is filled only while it is open.
class Panel {
  constructor(name, title, content) {
    this.content = content;
    this.body = element("div", { class: "stack-tight" });
    this.root = element("details", { class: `card ${name}` }, element("summary", {}, title), this.body);
    this.root.addEventListener("toggle", () => this.fill());
  }

  show(...shown) {
    this.shown = shown;
    this.fill();
  }

  fill() {
    if (this.root.open && this.shown) this.body.replaceChildren(...this.content(...this.shown));
  }
}

// The panels for a table { limit, origins }; each shows (state, events up to the state).
export function panelsFor(table) {
  return [
    new Panel("kingdom-tables", say("replay.tables"), (state) =>
      state.kingdoms.map((kingdom) => kingdomPanel(state, kingdom, table)),
    ),
    new Panel("unseen", say("table.unseen"), (state, events) => unseenPanel(events, { ...table, left: state.deck_left })),
  ];
}
