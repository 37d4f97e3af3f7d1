// "Play on": continuing against bots from any version of a finished game.

import { element } from "../../shared/elements.js";
import { LEVELS, nameOf } from "../../shared/names.js";
import { button } from "../../table/controls/bar.js";
import { listen } from "../../table/controls/gestures.js";
import { listenToKeys } from "../../table/controls/keyboard.js";
import { Presses } from "../../table/controls/presses.js";
import { seatOf } from "../../table/seats/seats.js";
import { tokenOf } from "../../table/tasks/notation.js";
import { say } from "../../shared/words.js";
import { Line } from "./line.js";
import { buildPage } from "./page.js";

const USUAL = "greedy";

const BOTS = LEVELS.filter(({ quick }) => quick);

function choice(key, label, options, chosen, choose) {
  const shown = options.map(([value, text]) => element("option", { value, ...(value === chosen && { selected: "" }) }, text));
  const select = element("select", { "data-key": key }, ...shown);
  select.addEventListener("change", () => choose(select.value));
  return element("label", { class: "field" }, element("span", {}, label), select);
}

export class PlayingOn {
  line = null; // null while closed
  bot = USUAL; // the bot chosen last

  // In `section`, which replaces the replay's view while it is open; `table` is { record, limit, origins }.
  constructor(section, replay, table) {
    this.section = section;
    this.replay = replay;
    this.table = table;
    this.opener = button("play-on", say("playing-on.open"), () => this.openHere());
    replay.position.more.append(this.opener);
  }

  // Called when the replay shows another version: ends playing on.
  show(version, state) {
    if (this.line && version !== this.at) this.end();
    this.opener.hidden = state.status !== "active";
  }

  openHere() {
    const { state, version } = this.replay.frame;
    this.open(version, seatOf(state) ?? state.to_act?.seat ?? 0, "", this.opener);
  }

  // Play on from before a reviewed choice, with the better move made.
  openWithBest({ version, seat, best }, opener) {
    this.open(version - 1, seat, tokenOf(best), opener);
  }

  // Play on from a version as this seat, after the moves in `play`; closing returns the focus to `opener`.
  open(version, seat, play, opener) {
    this.at = this.replay.version;
    this.from = { version, play, events: this.replay.events.slice(0, version), opener };
    this.replay.autoplay.stop();
    const { players } = this.replay.frames[version - 1].state;
    const seats = players.map((player) => [player.seat, nameOf(player)]);
    const bots = BOTS.map(({ policy, level }) => [policy, level]);
    this.page = buildPage(say(play ? "playing-on.title-better" : "playing-on.title", { version }), [
      choice("seat", say("what-if.seat"), seats, seat, (value) => this.begin(Number(value))),
      choice("bot", say("playing-on.bots"), bots, this.bot, (bot) => this.playAgainst(bot)),
      button("again", say("playing-on.again"), () => this.line.begin()),
      button("close", say("what-if.close"), () => this.close()),
    ]);
    const presses = new Presses(this.page, () => (this.line?.busy ? null : (this.line?.task ?? null)));
    listen(this.page, presses);
    listenToKeys(this.page, presses, this.page.root);
    this.section.replaceChildren(this.page.root);
    this.section.hidden = false;
    this.section.scrollIntoView({ block: "nearest" });
    this.begin(seat, true);
  }

  async begin(seat, isNew = false) {
    this.line?.end();
    this.line = new Line(this.page, this.from, this.table, { seat, bot: this.bot });
    await this.line.begin();
    if (isNew) this.page.turn.focus();
  }

  playAgainst(bot) {
    this.bot = bot;
    this.line.playAgainst(bot);
  }

  end() {
    this.line.end();
    this.line = null;
    this.section.hidden = true;
    this.section.replaceChildren();
  }

  close() {
    this.end();
    this.from.opener.focus();
  }
}
