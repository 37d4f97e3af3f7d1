// What the table shows by movement and sound of what changed.

import { onPreference, prefers } from "../../shared/preferences.js";
import { storage } from "../../shared/kept/storage.js";
import { bell, click } from "./sounds.js";
import { Stage } from "./stage.js";
import { eventsOf, turnsOf } from "./turns.js";

export class Motion {
  shown = null; // the version that the page showed last, null before it showed any
  mine = null; // whether it was the viewer's turn then
  made = []; // moves of the viewer that the page has not shown yet

  // In a tab what was shown once is not shown again when the page is loaded anew.
  constructor(page, game) {
    this.key = `kingdomino.shown.${game}`;
    this.seen = Number(storage("sessionStorage")?.getItem(this.key) ?? 0);
    this.stage = new Stage(page);
    onPreference("motion", () => this.stage.finish());
  }

  // The viewer made a move, whose event may come later than the state.
  make(move) {
    this.made.push(move);
  }

  // The page is about to show something else.
  before() {
    if (prefers("motion")) this.stage.remember();
  }

  // The page shows this version now. `events` are all that are known; `missed` those that somebody who comes back has not seen.
  after(version, { events, missed, viewer, mine }) {
    const fresh =
      this.shown === null
        ? missed.filter((event) => event.version > this.seen)
        : events.filter((event) => event.version > this.shown && event.version <= version);
    const byHand = fresh.filter(({ seat, cause }) => seat === viewer && cause === "player");
    const own = this.made.length ? eventsOf(this.made, viewer) : byHand;
    const others = fresh.filter((event) => !byHand.includes(event));
    this.made = [];
    this.play(turnsOf(own), turnsOf(others));
    if (mine && this.mine === false) bell();
    Object.assign(this, { shown: version, mine });
    storage("sessionStorage")?.setItem(this.key, String(version));
  }

  // Show once more what these events brought.
  again(events) {
    this.stage.show(turnsOf(events));
  }

  // One's own domino lies where one has laid it; only the king goes on.
  play(own, others) {
    if (own.some(({ placed }) => placed)) click();
    const turns = [...own.map((turn) => ({ ...turn, placed: null })), ...others];
    if (prefers("motion")) this.stage.show(turns);
    else if (others.some(({ placed }) => placed)) click();
  }
}
