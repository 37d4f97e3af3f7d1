// A game of a dynasty: the sums including its result when it is over, and the link to the next game.

import { drawKing } from "../../board/kings.js";
import { followSeries } from "../../live/series.js";
import { data } from "../../shared/data.js";
import { element } from "../../shared/elements.js";
import { number } from "../../shared/formats.js";
import { nameOf } from "../../shared/names.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";

const { series } = data("table");

function sum(before, { seat, score }, player) {
  return [drawKing(seat), element("span", { class: "visually-hidden" }, nameOf(player)), " ", number(before + score.total)];
}

// The server rendered the sums before this game, or nothing in the first game.
function showSums({ kingdoms, players }) {
  const parts = kingdoms.map((kingdom) => sum(series.before[kingdom.seat], kingdom, players[kingdom.seat]));
  const line = document.querySelector(".series");
  line.querySelector(".sums")?.remove();
  line.append(element("span", { class: "sums" }, ...parts.flatMap((part, index) => (index ? [" : ", ...part] : part))));
}

export class Series {
  next = null; // the id of the next game, null until it runs
  asked = false;

  // `changed()` is called when the link changes.
  constructor(changed) {
    this.changed = changed;
  }

  get isLast() {
    return series.number === series.games;
  }

  show(state) {
    if (!series || !state.ranking) return;
    if (series.before) showSums(state);
    if (!this.isLast && !this.asked)
      this.look().catch(() => {
        this.asked = false; // the next state triggers a new request
      });
  }

  // The next game exists soon after this one is scored.
  async look() {
    this.asked = true;
    const { version, games } = await api(`/dynasties/${series.id}`);
    if (games[series.number]) this.found(games[series.number].id);
    else this.follow(version);
  }

  follow(version) {
    const end = followSeries("dynasties", series.id, version, ({ type, data: { number, game } }) => {
      if (type !== "DynastyGameStarted" || number !== series.number + 1) return;
      end();
      this.found(game);
    });
  }

  found(game) {
    this.next = game;
    this.changed();
  }

  // The link for the bar; nothing until the next game exists.
  links(state) {
    if (!series || !state.ranking) return [];
    const to = (path, words) => [
      element("a", { class: "button primary", "data-key": "series", href: path + location.search }, words),
    ];
    if (this.isLast) return to(`/dynasties/${series.id}`, say("table.dynasty-result"));
    return this.next ? to(`/games/${this.next}`, say("table.dynasty-next", { number: series.number + 1 })) : [];
  }
}
