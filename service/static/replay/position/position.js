// The table at one version: its places on the page stay, only their contents change.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { camp } from "../../table/showing/camp.js";
import { showLines } from "../../table/showing/lines.js";
import { showResult } from "../../table/result/result.js";
import { roundWords, turnParts } from "../../table/showing/turns/turns.js";
import { markTaken, markTouched } from "../../table/showing/touched.js";
import { showBoards } from "./boards.js";
import { panelsFor } from "./panels.js";

export class Position {
  // Replaces the server's drawing in `root` and `below`; `table` is { limit, origins }.
  constructor(root, below, table) {
    this.table = table;
    this.turn = element("h1", { class: "turn", tabindex: -1 });
    this.meta = element("p", { class: "muted meta" });
    this.more = element("div", { class: "menu" }); // further actions at this version
    this.boards = element("div", { class: "replay-boards" });
    this.lines = element("section", { class: "lines", "aria-label": say("table.lines") });
    this.camp = element("section", { class: "card camp", "aria-label": say("table.camp") });
    this.result = element("div", { class: "card result" });
    this.panels = panelsFor(table);
    this.felt = element("div", { class: "replay-felt" }, this.boards, this.lines, this.camp);
    root.replaceChildren(element("div", { class: "turn-bar" }, this.turn, this.meta, this.more), this.felt);
    below.replaceChildren(this.result, element("div", { class: "panels" }, ...this.panels.map((panel) => panel.root)));
  }

  // Show this state; `last` is the final one, `past` the events so far, `happened` those of the step, `touched` its squares.
  show(state, { last, past, happened, touched }) {
    this.turn.replaceChildren(...turnParts(state, null));
    this.turn.classList.toggle("over", state.ranking !== null);
    this.meta.textContent = roundWords(state);
    showBoards(this.boards, state, last, this.table);
    showLines(this, state, null, past);
    this.showCamp(state);
    showResult(this.result, state);
    for (const panel of this.panels) panel.show(state, past);
    markTouched(this.boards, touched);
    markTaken(this.lines, happened);
  }

  showCamp(state) {
    const pieces = camp(state);
    this.camp.hidden = pieces.length === 0;
    this.camp.replaceChildren(...pieces);
  }
}
