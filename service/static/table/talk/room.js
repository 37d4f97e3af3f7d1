// The fetched messages of one room of a game, and requests about them.

import { command } from "../controls/sending.js";
import { api } from "../../shared/session.js";

export class Room {
  rooms = []; // the rooms that the viewer may read
  messages = []; // the oldest first
  muted = false; // true if the viewer has muted the talk of this game
  silenced = []; // players whom the viewer has muted: { id, name }
  older = null; // the cursor of older messages
  known = false; // true after the first fetch

  // `name` is null for the viewer's own room, until the first fetch.
  constructor(game, name = null) {
    this.path = `/games/${game}/talk`;
    this.name = name;
  }

  page(cursor) {
    const query = new URLSearchParams({ ...(this.name && { room: this.name }), ...(cursor && { cursor }) });
    return api(query.size ? `${this.path}?${query}` : this.path);
  }

  // Fetch the newest messages, and keep the older ones if there is no gap between them.
  async load() {
    const { messages, next, room, rooms, muted, silenced } = await this.page(null);
    const fresh = messages.toReversed();
    const first = fresh[0]?.number ?? Infinity;
    const goesOn = next === null || this.messages.some(({ number }) => number === first);
    const before = goesOn && next !== null ? this.messages.filter(({ number }) => number < first) : [];
    if (!before.length) this.older = next;
    Object.assign(this, { messages: [...before, ...fresh], name: room, rooms, muted, silenced, known: true });
  }

  async loadOlder() {
    const { messages, next } = await this.page(this.older);
    this.messages = [...messages.toReversed(), ...this.messages];
    this.older = next;
  }

  async write(message) {
    this.add(await command(this.path, { ...message, room: this.name }));
  }

  // The last message may have arrived by the stream already.
  add(message) {
    const others = this.messages.filter(({ number }) => number !== message.number);
    this.messages = [...others, message].sort((a, b) => a.number - b.number);
  }

  async remove({ id }) {
    await api(`${this.path}/${id}`, { method: "DELETE" });
    this.messages = this.messages.filter((each) => each.id !== id);
  }

  async mute(player) {
    await api(`/me/muted/${player}`, { method: "PUT" });
    return this.load();
  }

  unmute(player) {
    return api(`/me/muted/${player}`, { method: "DELETE" });
  }

  async muteGame(muted) {
    await api(`${this.path}/muted`, { method: muted ? "PUT" : "DELETE" });
    this.muted = muted;
  }
}
