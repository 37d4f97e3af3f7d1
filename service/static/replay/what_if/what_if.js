// "What if": other placements in a kingdom, from any version of a game on.

import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { button } from "../../table/controls/bar.js";
import { listen } from "../../table/controls/gestures.js";
import { seatOf } from "../../table/seats/seats.js";
import { say } from "../../shared/words.js";
import { buildPage } from "./page.js";
import { Trial } from "./trial.js";

export class WhatIf {
  here = null; // what the replay shows: { version, state }
  trial = null; // null while closed

  // In `section`; `table` is { record, limit, origins }, `record` being the game's path under the API.
  constructor(section, table) {
    this.section = section;
    this.table = table;
    this.opener = button("what-if", say("what-if.open"), () => this.open());
    section.replaceChildren(this.opener);
  }

  // The replay shows another version; what is being tried stays.
  show(version, state) {
    this.here = { version, state };
    if (!this.trial) this.section.hidden = state.kingdoms.length === 0;
  }

  open() {
    this.from = this.here;
    const { state, version } = this.from;
    const seat = seatOf(state) ?? state.to_act?.seat ?? 0;
    this.page = buildPage({
      title: say("what-if.title", { version }),
      close: button("close", say("what-if.close"), () => this.close()),
      seats: this.seats(seat),
      note: say(this.table.origins ? "what-if.note-origins" : "what-if.note"),
    });
    listen(this.page, () => this.trial?.active);
    this.section.replaceChildren(this.page.root);
    this.page.title.focus();
    this.begin(seat);
  }

  seats(chosen) {
    const options = this.from.state.players.map((player) =>
      element("option", { value: player.seat, ...(player.seat === chosen && { selected: "" }) }, nameOf(player)),
    );
    const select = element("select", { "data-key": "seat" }, ...options);
    select.addEventListener("change", () => this.begin(Number(select.value)));
    return element("label", { class: "field" }, element("span", {}, say("what-if.seat")), select);
  }

  // Try in the kingdom of this seat.
  begin(seat) {
    this.trial?.end();
    this.trial = new Trial(this.page, this.from, this.table, seat);
    this.trial.go([], this.trial.heldAfter([]));
  }

  close() {
    this.trial.end();
    this.trial = null;
    this.section.replaceChildren(this.opener);
    this.show(this.here.version, this.here.state);
    this.opener.focus();
  }
}
