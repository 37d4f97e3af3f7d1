// A game of a dynasty: the sums with its result once it is over, and the way to what comes next.

import { drawKing } from "../../board/kings.js";
import { followDynasty } from "../../live/dynasty.js";
import { data } from "../../shared/data.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";

const { series } = data("table");

function sum(before, { seat, score }, player) {
  return [drawKing(seat), element("span", { class: "visually-hidden" }, nameOf(player)), ` ${before + score.total}`];
}

// The server wrote the sums before the game, or nothing before the first.
function showSums({ kingdoms, players }) {
  const parts = kingdoms.map((kingdom) => sum(series.before[kingdom.seat], kingdom, players[kingdom.seat]));
  const line = document.querySelector(".series");
  line.querySelector(".sums")?.remove();
  line.append(element("span", { class: "sums" }, ...parts.flatMap((part, index) => (index ? [" : ", ...part] : part))));
}

export class Series {
  next = null; // the id of the next game, null before it runs
  asked = false;

  // `changed()` is called when there is another way on.
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
        this.asked = false; // the next state asks again
      });
  }

  // The next game is there soon after this one is counted.
  async look() {
    this.asked = true;
    const { version, games } = await api(`/dynasties/${series.id}`);
    if (games[series.number]) this.found(games[series.number].id);
    else this.follow(version);
  }

  follow(version) {
    const end = followDynasty(series.id, version, ({ type, data: { number, game } }) => {
      if (type !== "DynastyGameStarted" || number !== series.number + 1) return;
      end();
      this.found(game);
    });
  }

  found(game) {
    this.next = game;
    this.changed();
  }

  // The way on, for the bar; nothing before it is there.
  links(state) {
    if (!series || !state.ranking) return [];
    const to = (path, words) => [
      element("a", { class: "button primary", "data-key": "series", href: path + location.search }, words),
    ];
    if (this.isLast) return to(`/dynasties/${series.id}`, say("table.dynasty-result"));
    return this.next ? to(`/games/${this.next}`, say("table.dynasty-next", { number: series.number + 1 })) : [];
  }
}
