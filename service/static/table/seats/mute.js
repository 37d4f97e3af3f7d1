// Whether channels tell the viewer of this game: asked when the menu is opened, and changed by its button.

import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "../controls/bar.js";

export class Mute {
  offered = []; // the channels that could tell of the game, none before they were asked for
  channels = []; // those of them that do not

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

  // The button, in a list that is empty where nothing could tell of the game.
  entries(game) {
    if (this.offered.length === 0) return [];
    const muted = this.offered.every((channel) => this.channels.includes(channel));
    const body = { channels: muted ? [] : this.offered };
    const change = async () => this.take(await api(`/me/notices/mutes/${game}`, { method: "PUT", body }));
    return [button("mute", say(muted ? "table.unmute" : "table.mute"), () => change().catch(() => {}))];
  }
}
