// The page's copy of the game: its state, and the events up to it. Both come only from the API.

import { patched } from "../shared/changes.js";
import { api, me } from "../shared/session.js";

const HASH_PREFIX = 8;

// The viewer's entries of `actions`; none for a viewer who is not signed in.
function ownActions(actions) {
  const here = me();
  return here ? { actions: actions[here.id] ?? actions.others } : {};
}

export class Store {
  state = null;
  events = [];
  stale = false; // true if any state may replace this one

  constructor(game) {
    this.path = `/games/${game}/events`;
  }

  get version() {
    return this.events.at(-1)?.version ?? 0;
  }

  // The stream id of the last event, null without events.
  get last() {
    const event = this.events.at(-1);
    return event ? `${event.version}.${event.hash.slice(0, HASH_PREFIX)}` : null;
  }

  // Add the next events, without those already known; returns the new ones.
  hear(events) {
    const fresh = events.filter(({ version }) => version > this.version);
    this.events.push(...fresh);
    return fresh;
  }

  // Apply an event's changes to the state; returns true if that was possible. If the state here is not the one before the
  // event, or there are no changes, the state does not change.
  change({ event, changes, actions }) {
    if (!changes || this.stale || this.state.version !== event.version - 1) return false;
    const state = patched(this.state, changes);
    return state !== null && this.see({ ...state, ...ownActions(actions) });
  }

  // Request the missing events; if the log does not have the last one here any more, all of them.
  async catchUp() {
    try {
      const { events } = await api(`${this.path}?after=${this.last ?? 0}`);
      this.hear(events);
    } catch (problem) {
      if (problem.code !== "version/gone") throw problem;
      await this.beginAnew();
    }
  }

  // Discard the copy and request all events from the first on; events heard meanwhile may be later.
  async beginAnew() {
    this.events = [];
    this.stale = true;
    const { events } = await api(this.path);
    const last = events.at(-1)?.version ?? 0;
    this.events = [...events, ...this.events.filter(({ version }) => version > last)];
  }

  // Use a state, unless it or a later one is here already; a state with `actions` takes precedence over the response to
  // a move, which has none. Returns true if it was used.
  see(state) {
    const known = this.state !== null && !this.stale;
    const tellsMore = state.actions !== undefined && this.state?.actions === undefined;
    if (known && state.version < this.state.version) return false;
    if (known && state.version === this.state.version && !tellsMore) return false;
    Object.assign(this, { state, stale: false });
    return true;
  }
}
