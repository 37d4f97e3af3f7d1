// What the page knows of the game: its state, and its events up to there. Both come from the API alone.

import { patched } from "../shared/changes.js";
import { api, me } from "../shared/session.js";

const HASH_PREFIX = 8;

// What the viewer may do, of what everybody may; nothing for who is not signed in.
function ownActions(actions) {
  const here = me();
  return here ? { actions: actions[here.id] ?? actions.others } : {};
}

export class Store {
  state = null;
  events = [];
  stale = false; // whether any state is better than the one here

  constructor(game) {
    this.path = `/games/${game}/events`;
  }

  get version() {
    return this.events.at(-1)?.version ?? 0;
  }

  // The last event's id in a stream, null without events.
  get last() {
    const event = this.events.at(-1);
    return event ? `${event.version}.${event.hash.slice(0, HASH_PREFIX)}` : null;
  }

  // Take in events that follow; those already known are left out. The new ones.
  hear(events) {
    const fresh = events.filter(({ version }) => version > this.version);
    this.events.push(...fresh);
    return fresh;
  }

  // Make the state that it is after an event, with the changes that came with it. Whether it was done: where the state
  // here is not the one before the event, or nothing came, it stays behind.
  change({ event, changes, actions }) {
    if (!changes || this.stale || this.state.version !== event.version - 1) return false;
    const state = patched(this.state, changes);
    return state !== null && this.see({ ...state, ...ownActions(actions) });
  }

  // Ask for the events that are not here yet.
  async catchUp() {
    const { events } = await api(`${this.path}?after=${this.version}`);
    this.hear(events);
  }

  // What is here does not count any more: ask for all events from the first on; those heard meanwhile may be later.
  async beginAnew() {
    this.events = [];
    this.stale = true;
    const { events } = await api(this.path);
    const last = events.at(-1)?.version ?? 0;
    this.events = [...events, ...this.events.filter(({ version }) => version > last)];
  }

  // Take in a state, unless it or a later one is here already; one that says what may be done counts for more than the
  // answer to a move, which does not. Whether it was taken.
  see(state) {
    const known = this.state !== null && !this.stale;
    const tellsMore = state.actions !== undefined && this.state?.actions === undefined;
    if (known && state.version < this.state.version) return false;
    if (known && state.version === this.state.version && !tellsMore) return false;
    Object.assign(this, { state, stale: false });
    return true;
  }
}
