// Motion and sound of the changes at the table, and the ceremony at the end of a game.

import { onPreference, prefers } from "../../shared/preferences.js";
import { storage } from "../../shared/kept/storage.js";
import { bell, click } from "./sounds.js";
import { Stage } from "./stage.js";
import { eventsOf, turnsOf } from "./turns.js";

const CROWNED = "kingdomino.crowned"; // the games whose end this browser has shown, the latest last
const MOST_CROWNED = 50;

// True if this browser has not shown the end of this game before; remembers that it has.
function isFirstEnd(game) {
  const known = JSON.parse(storage("localStorage")?.getItem(CROWNED) ?? "[]");
  if (known.includes(game)) return false;
  storage("localStorage")?.setItem(CROWNED, JSON.stringify([...known, game].slice(-MOST_CROWNED)));
  return true;
}

export class Motion {
  shown = null; // the version shown last, null before the first
  mine = null; // true if it was the viewer's turn then
  fresh = []; // the events that the page showed last for the first time
  made = []; // the viewer's moves that are not shown yet
  ceremony = null; // loaded at the end of the game
  celebrating = false; // true while the ceremony is prepared and shown

  // A reload of a tab does not show the same motion again.
  constructor(page, game) {
    this.key = `kingdomino.shown.${game}`;
    this.seen = Number(storage("sessionStorage")?.getItem(this.key) ?? 0);
    this.game = game;
    this.stage = new Stage(page);
    onPreference("motion", () => {
      this.stage.finish();
      this.ceremony?.finish();
    });
  }

  // Called when the viewer made a move; its event may arrive after the state.
  make(move) {
    this.made.push(move);
  }

  // Called before the page is redrawn.
  before() {
    if (prefers("motion")) this.stage.remember();
  }

  // Called when the page shows this version. `events` are all known ones; `missed` those that a returning viewer has not seen.
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
    this.fresh = fresh;
    if (mine && this.mine === false) bell();
    Object.assign(this, { shown: version, mine });
    storage("sessionStorage")?.setItem(this.key, String(version));
  }

  // Called when the page shows a state with these events: the end of a game with points is celebrated once.
  async celebrate(state, events, table) {
    const isCounted = state.ranking !== null && state.outcome.decided !== "alone";
    if (!isCounted || !prefers("motion") || !events.some(({ type }) => type === "GameScored") || !isFirstEnd(this.game)) return;
    this.celebrating = true;
    const part = await import("./ceremony.js").catch(() => null);
    await this.stage.ended;
    this.ceremony = part && new part.Ceremony(); // without a connection the page just shows the result
    await this.ceremony?.show(state, table);
    this.celebrating = false;
  }

  // Show the motion of these events again.
  again(events) {
    this.stage.show(turnsOf(events));
  }

  // The viewer's own domino is already in place; only the king flies.
  play(own, others) {
    if (own.some(({ placed }) => placed)) click();
    const turns = [...own.map((turn) => ({ ...turn, placed: null })), ...others];
    if (prefers("motion")) this.stage.show(turns);
    else if (others.some(({ placed }) => placed)) click();
  }
}
