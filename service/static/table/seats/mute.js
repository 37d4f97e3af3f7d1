// Muting this game's notices in channels: requested when the menu is opened, and changed by its button.

import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "../controls/bar.js";

export class Mute {
  offered = []; // the channels that could send notices of the game, none before they are requested
  channels = []; // the muted ones

  constructor(showEntries) {
    this.showEntries = showEntries;
  }

  async look(game) {
    this.take(await api(`/me/notices/mutes/${game}`));
  }

  take({ channels, offered }) {
    this.channels = channels;
    this.offered = offered;
    this.showEntries();
  }

  // The button, in a list that is empty if no channel could send notices of the game.
  entries(game) {
    if (this.offered.length === 0) return [];
    const muted = this.offered.every((channel) => this.channels.includes(channel));
    const body = { channels: muted ? [] : this.offered };
    const change = async () => this.take(await api(`/me/notices/mutes/${game}`, { method: "PUT", body }));
    return [button("mute", say(muted ? "table.unmute" : "table.mute"), () => change().catch(() => {}))];
  }
}
