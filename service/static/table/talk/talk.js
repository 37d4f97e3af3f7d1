// The talk at the table: a button with the number of unread messages, and a panel over the page, so that nothing moves.

import { data } from "../../shared/data.js";
import { element } from "../../shared/elements.js";
import { number } from "../../shared/formats.js";
import { isBot } from "../../shared/names.js";
import { me } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { followTalk } from "../../live/follow.js";
import { button } from "../controls/bar.js";
import { sure } from "../controls/sure.js";
import { picture } from "../showing/camp.js";
import { messageItem, nameOf } from "./messages.js";
import { keepRead, lastRead } from "./read.js";
import { Room } from "./room.js";
import { LONGEST, writing } from "./writing.js";

const { talk: isOn } = data("table");
const PATIENCE = 15_000; // ms: normally the messages are fetched when the stream begins
const NEAR = 40; // px from the end of the list within which it scrolls to new messages
const CLOSED = ["talk/off", "talk/room-closed", "game/unknown"];
const SAID = {
  "request/invalid": "talk.empty",
  "talk/too-many": "talk.full",
  "limit/reached": "talk.often",
  "limit/storage": "talk.no-room",
  "talk/room-closed": "talk.closed",
};

function wordsOf({ code, body, message }) {
  if (body?.full === "account") return say("talk.own-full");
  return SAID[code] ? say(SAID[code], { most: LONGEST }) : message;
}

const isOver = ({ status }) => ["scored", "aborted"].includes(status);

export class Talk {
  state = null;
  viewer = null;
  company = null; // the viewer's role and whether the game is over; it decides which rooms are readable
  writer = undefined; // the id of the player for whom the form was built, null without one
  open = false;
  line = ""; // the last text for the menu
  soon = 0;
  isLinked = location.hash === "#talk";

  // `changed()` is called when the text for the menu changes.
  constructor(place, game, changed) {
    this.game = game;
    this.changed = changed;
    this.room = new Room(game);
    this.place = place;
    place.hidden = true;
    this.count = element("span", { class: "talk-count", "aria-hidden": "true" });
    this.spoken = element("span", { class: "visually-hidden" });
    this.opener = element(
      "button",
      { class: "button", type: "button", "data-key": "talk", "aria-expanded": false, "aria-controls": "talk" },
      picture("talk-shape"),
      element("span", { class: "talk-word" }, say("talk.title")),
      this.spoken,
      this.count,
    );
    this.opener.addEventListener("click", () => this.toggle(!this.open));
    this.panel = element("section", { id: "talk", class: "card talk-panel", "aria-label": say("talk.title"), hidden: "" });
    this.build();
    this.panel.addEventListener("keydown", (press) => this.closeBy(press));
    place.replaceChildren(this.opener, this.panel);
  }

  // The parts of the panel; they stay, so that an unsent message stays, too.
  build() {
    this.rooms = element("div", { class: "row talk-rooms", role: "group", "aria-label": say("talk.rooms") });
    this.about = element("p", { class: "muted talk-about" });
    this.older = button("older", say("talk.older"), () => this.act(() => this.room.loadOlder()));
    this.list = element("ol", { class: "talk-list" });
    this.log = element(
      "div",
      { class: "talk-log", role: "log", tabindex: 0, "aria-label": say("talk.title") },
      this.older,
      this.list,
    );
    this.silenced = element("div", { class: "deeds" });
    this.told = element("p", { class: "talk-told", role: "status" });
    this.form = element("div", {});
    const close = button("close-talk", say("table.close"), () => this.toggle(false));
    const head = element("div", { class: "between talk-top" }, element("h2", {}, say("talk.title")), close);
    this.panel.append(head, this.rooms, this.about, this.log, this.silenced, this.told, this.form);
  }

  // The form stays while the same player reads, with what was written in it.
  buildForm() {
    const writer = me()?.id ?? null;
    if (writer === this.writer) return;
    this.writer = writer;
    this.form.replaceChildren(writing((message) => this.act(() => this.room.write(message), true)));
  }

  // False if the viewer plays against bots only: such a table has no talk and sends no requests for it.
  hasCompany({ status, players }, viewer) {
    return viewer === null || status === "open" || players.some((each) => each.seat !== viewer && !isBot(each));
  }

  // Called when the table is shown, so that a link can open the talk.
  show(state, viewer) {
    this.hear(state, viewer);
    if (this.isLinked && this.company) this.toggle(true);
    this.isLinked = false;
  }

  // Called when the table is followed in this state by this viewer: follows the rooms that they may read.
  hear(state, viewer) {
    if (!isOn || !this.hasCompany(state, viewer)) return;
    const company = `${me()?.id} ${viewer !== null} ${viewer !== null && isOver(state)}`;
    this.state = state;
    this.viewer = viewer;
    if (company === this.company) return;
    this.company = company;
    this.room = new Room(this.game);
    this.buildForm();
    followTalk(this.game, company, () => this.look());
    clearTimeout(this.soon);
    this.soon = setTimeout(() => this.look(), PATIENCE);
  }

  // Fetch the messages, one request at a time; changes meanwhile cause another request afterwards.
  async look() {
    clearTimeout(this.soon);
    if (this.looking) {
      this.again = true;
      return;
    }
    this.looking = true;
    do {
      this.again = false;
      await this.load();
    } while (this.again);
    this.looking = false;
  }

  async load() {
    try {
      await this.room.load();
      this.place.hidden = false;
    } catch (problem) {
      if (CLOSED.includes(problem.code)) this.close();
    }
    this.draw();
  }

  // Called if this viewer has no talk here.
  close() {
    if (this.open) this.toggle(false);
    this.place.hidden = true;
  }

  // Run a request and report a failure; returns true if it succeeded.
  async act(way, isWriting = false) {
    this.told.textContent = "";
    let done = true;
    try {
      await way();
    } catch (problem) {
      done = false;
      this.told.textContent = wordsOf(problem);
    }
    this.draw(isWriting && done);
    return done;
  }

  async remove(message) {
    if (await sure(say("talk.sure"), say("talk.delete"))) await this.act(() => this.room.remove(message));
    this.log.focus();
  }

  async mute(message) {
    const name = nameOf(message);
    if (await sure(say("talk.sure-mute", { name }), say("talk.do-mute"))) await this.act(() => this.room.mute(message.player));
    this.log.focus();
  }

  toggle(open) {
    this.open = open;
    this.panel.hidden = !open;
    this.opener.setAttribute("aria-expanded", open);
    this.draw(true);
    if (open) (this.panel.querySelector("textarea") ?? this.log).focus({ preventScroll: true });
    else this.opener.focus({ preventScroll: true });
    if (open && !this.room.known) this.look();
  }

  // Escape closes the panel, without undoing anything on the board.
  closeBy(press) {
    if (press.key !== "Escape") return;
    press.stopPropagation();
    this.toggle(false);
  }

  get readingPlace() {
    return `${this.game} ${this.room.name}`;
  }

  get unread() {
    const { room } = this;
    if (room.muted) return 0;
    const read = lastRead(this.readingPlace);
    return room.messages.filter(({ number, player }) => number > read && player !== me()?.id).length;
  }

  seatOf(player) {
    const found = this.state.players.find((each) => each.player === player);
    return found ? found.seat : null;
  }

  aboutWords() {
    const { name, muted, rooms } = this.room;
    if (muted) return say("talk.muted");
    if (name === "players") return say("talk.only-players");
    return say(rooms.length > 1 || isOver(this.state) ? "talk.everybody" : "talk.only-spectators");
  }

  // Show the messages; the end of the list stays in view if it was, or if `end` is set.
  draw(end = false) {
    const { room, log } = this;
    const isNear = end || log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
    const isHere = this.open && !document.hidden;
    if (isHere && room.messages.length && !room.muted) keepRead(this.readingPlace, room.messages.at(-1).number);
    const { unread } = this;
    this.count.textContent = unread ? number(unread) : "";
    this.spoken.textContent = unread ? ` ${say("talk.unread", { count: unread })}` : "";
    this.tellMenu();
    if (!this.open || !room.known) return;
    this.drawRooms();
    this.about.textContent = this.aboutWords();
    this.drawMessages();
    this.older.hidden = room.older === null || room.muted;
    this.form.hidden = room.muted;
    this.silenced.replaceChildren(...this.unmuting());
    if (isNear) log.scrollTop = log.scrollHeight;
  }

  drawRooms() {
    const { rooms, name } = this.room;
    this.rooms.hidden = rooms.length < 2;
    this.rooms.replaceChildren(
      ...rooms.map((each) =>
        button(`room-${each}`, say(`talk.${each}`), () => this.act(() => this.turnTo(each), true), { pressed: each === name }),
      ),
    );
  }

  // Messages already shown stay, with their open menus and the focus.
  drawMessages() {
    const { messages, muted, name } = this.room;
    const shown = new Map([...this.list.children].map((item) => [item.dataset.message, item]));
    const deeds = { remove: (message) => this.remove(message), mute: (message) => this.mute(message) };
    const items = (muted ? [] : messages).map((message) => {
      const key = `${name} ${message.number} ${message.name} ${message.hidden?.at}`;
      const item = shown.get(key) ?? messageItem(message, { game: this.game, seat: this.seatOf(message.player), deeds });
      item.dataset.message = key;
      return item;
    });
    const none = element("li", { class: "muted" }, say("talk.none"));
    const wanted = items.length || muted ? items : [none];
    const kept = new Set(wanted);
    for (const item of [...this.list.children]) if (!kept.has(item)) item.remove();
    for (const [at, item] of wanted.entries()) {
      if (this.list.children[at] !== item) this.list.insertBefore(item, this.list.children[at] ?? null);
    }
  }

  unmuting() {
    if (this.room.muted) return [button("unmute-game", say("talk.unmute-game"), () => this.muteGame(false))];
    return this.room.silenced.map((player) =>
      button(`unmute-${player.id}`, say("talk.unmute", { name: nameOf(player) }), () => this.act(() => this.unmute(player.id))),
    );
  }

  // Show the room of this name from its last messages on. Late responses belong to the room for which they were requested.
  async turnTo(name) {
    const room = new Room(this.game, name);
    await room.load();
    this.room = room;
  }

  async unmute(player) {
    await this.room.unmute(player);
    await this.turnTo(this.room.name);
  }

  muteGame(muted) {
    return this.act(() => this.room.muteGame(muted), true);
  }

  tellMenu() {
    const { known, muted } = this.room;
    const line = `${known} ${muted} ${this.place.hidden}`;
    if (line !== this.line) this.changed();
    this.line = line;
  }

  // The quiet line in the menu of the table.
  get entries() {
    const { known, muted } = this.room;
    if (!known || this.place.hidden || !me()) return [];
    return [button("mute-talk", say(muted ? "talk.unmute-game" : "talk.mute-game"), () => this.muteGame(!muted))];
  }
}
