// Another player's kingdom in a dialog, as large as the window allows; the arrow keys show the next one.

import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { head, kingdomWords, refill } from "./kingdoms.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class Enlarged {
  seat = null; // the seat of the open kingdom
  state = null; // the shown state
  table = null;

  // `others` is the place of the other kingdoms, whose drawings it copies.
  constructor(others) {
    this.others = others;
    this.head = element("div", { class: "kingdom-head", "aria-live": "polite" });
    this.board = element("div", { class: "enlarged-board" });
    this.foot = element("div", {});
    const close = element("button", { class: "button", autofocus: "" }, say("table.close"));
    this.dialog = element(
      "dialog",
      { class: "card enlarged" },
      this.head,
      this.board,
      this.foot,
      element("form", { method: "dialog" }, close),
    );
    this.dialog.addEventListener("close", () => {
      this.seat = null;
      this.dialog.remove();
    });
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("click", ({ target }) => target === this.dialog && this.dialog.close());
  }

  get seats() {
    return [...this.others.children].map(({ dataset }) => Number(dataset.seat));
  }

  open(seat) {
    this.seat = seat;
    this.fill();
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.dialog.scrollTop = 0; // the focused close button is at the bottom
  }

  key(event) {
    const step = STEPS[event.key];
    if (!step || this.seats.length < 2) return;
    this.seat = this.seats.at((this.seats.indexOf(this.seat) + step) % this.seats.length);
    this.fill();
    event.preventDefault();
  }

  // Called after the kingdoms were drawn: updates the open one.
  show(state, table) {
    Object.assign(this, { state, table });
    if (this.seat !== null) this.fill();
  }

  fill() {
    const { state, seat } = this;
    const kingdom = state.kingdoms[seat];
    this.dialog.setAttribute("aria-label", say("board.label", { name: nameOf(state.players[seat]) }));
    this.head.replaceChildren(...head(state, kingdom));
    this.board.replaceChildren(this.others.querySelector(`[data-seat="${seat}"] .board`).cloneNode(true));
    refill(this.foot, ...kingdomWords(state, kingdom, this.table));
  }
}
