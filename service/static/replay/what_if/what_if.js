// "What if": other placements in a kingdom, from any version of a game on.

import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { button } from "../../table/controls/bar.js";
import { listen } from "../../table/controls/gestures.js";
import { listenToKeys } from "../../table/controls/keyboard.js";
import { Presses } from "../../table/controls/presses.js";
import { seatOf } from "../../table/seats/seats.js";
import { say } from "../../shared/words.js";
import { buildPage } from "./page.js";
import { Trial } from "./trial.js";

export class WhatIf {
  here = null; // the shown position of the replay: { version, state }
  trial = null; // null while closed

  // In `section`, which replaces the replay's view while it is open, with a button that opens it in `menu`; `table` is
  // { record, limit, origins }, `record` being the game's path under the API.
  constructor(section, menu, table) {
    this.section = section;
    this.table = table;
    this.opener = button("what-if", say("what-if.open"), () => this.open());
    menu.append(this.opener);
  }

  // Called when the replay shows another version: ends the trial.
  show(version, state) {
    if (this.trial && version !== this.from.version) this.end();
    this.here = { version, state };
    this.opener.hidden = state.kingdoms.length === 0;
    this.opener.toggleAttribute("disabled", state.ranking !== null); // no more dominoes come
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
    const presses = new Presses(this.page, () => this.trial?.active ?? null);
    listen(this.page, presses);
    listenToKeys(this.page, presses, this.page.root);
    this.section.replaceChildren(this.page.root);
    this.section.hidden = false;
    this.section.scrollIntoView({ block: "nearest" });
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

  // Try other moves in the kingdom of this seat.
  begin(seat) {
    this.trial?.end();
    this.trial = new Trial(this.page, this.from, this.table, seat);
    this.trial.go([], this.trial.heldAfter([]));
  }

  end() {
    this.trial.end();
    this.trial = null;
    this.section.hidden = true;
    this.section.replaceChildren();
  }

  close() {
    this.end();
    this.opener.focus();
  }
}
