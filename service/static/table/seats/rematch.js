// Rematches, live: shows which of the others want to play again, by following the next table before it exists.

import { follow } from "../../live/follow.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { WAITING } from "../../shared/seats/opening.js";
import { me } from "../../shared/session.js";
import { listed, say } from "../../shared/words.js";
import { possible } from "./actions.js";

const SEATED = ["GameCreated", "PlayerSeated", "DynastyCreated", "DynastySeated"];
const STARTED = ["GameStarted", "DynastyGameStarted"];
const WORDS = { games: "result.again", dynasties: "result.dynasty-again" };

function nothing() {}

export class Rematch {
  tables = new Map(); // by series, `games` or `dynasties`: the id, the seated players, and whether it is running

  // `changed()` is called when one of these tables changes.
  constructor(changed) {
    this.changed = changed;
  }

  // Follow the possible rematches of this state's game.
  await(state) {
    for (const { dynasty = false, table } of possible(state, "rematch")) {
      const series = dynasty ? "dynasties" : "games";
      if (!table || this.tables.has(series)) continue;
      this.tables.set(series, { id: table, players: new Set(), begun: false });
      const events = (messages) =>
        this.hear(
          series,
          messages.map(({ event }) => event),
        );
      follow(table, null, { events, reset: nothing, hidden: nothing, away: nothing, here: nothing });
    }
  }

  hear(series, events) {
    const table = this.tables.get(series);
    for (const { type, actor } of events) {
      if (SEATED.includes(type)) table.players.add(actor);
      if (STARTED.includes(type)) table.begun = true;
    }
    this.changed();
  }

  // The text: who waits there, with a link if the game has begun without a click of the viewer.
  notes({ players }) {
    const here = me()?.id;
    return [...this.tables].flatMap(([series, table]) => {
      const others = players.filter(({ player }) => player !== here && table.players.has(player));
      if (!others.length) return [];
      const words = element("p", {}, say(WORDS[series], { names: listed(others.map(nameOf)) }));
      if (!table.players.has(here)) return [words];
      return [
        words,
        element(
          "a",
          { class: "button", href: `/${series}/${table.id}${series === "dynasties" ? WAITING : ""}`, "data-key": `go-${series}` },
          say("result.go"),
        ),
      ];
    });
  }
}
