// What happens in games, as it happens. All tabs of a browser have one connection for it, which one of them keeps: browsers allow
// few to a server, and a tab for each game would need as many.

import { me } from "../shared/session.js";
import { Leader } from "./leader.js";
import { isAfter } from "./place.js";
import { Tabs } from "./tabs.js";

const TAB = crypto.getRandomValues(new Uint32Array(2)).join("-");
const key = new URLSearchParams(location.search).get("invitation");
const followed = new Map(); // game -> { last, listener }
const listeners = new Set(); // of one's own games
let leader = null;
let away = false;

const tabs = new Tabs(
  `kingdomino.live.${me()?.id}`,
  (message) => HEARING[message.type](message),
  (signal) => {
    leader = new Leader((message) => tabs.say(message));
    return leader.run(signal);
  },
);

const HEARING = {
  wish: (message) => leader?.wish(message),
  who: () => wish(),
  heard: ({ messages }) => {
    for (const [game, one] of followed)
      hear(
        one,
        messages.filter((message) => message.game === game),
      );
    if (messages.some(({ type, game }) => type === "hint" || (type === "reset" && !game))) changed();
  },
  here: ({ mine }) => {
    if (away) for (const { listener } of followed.values()) listener.here();
    away = false;
    if (mine) changed();
  },
  away: () => {
    if (!away) for (const { listener } of followed.values()) listener.away();
    away = true;
  },
  refused: ({ games, mine }) => {
    for (const game of games) followed.delete(game);
    if (mine) listeners.clear();
    wish();
  },
};

function hear(one, messages) {
  const reset = messages.findLast(({ type }) => type === "reset");
  if (reset) {
    one.last = reset.last;
    one.listener.reset();
  }
  const fresh = messages.filter(({ type, last }) => type === "event" && isAfter(last, one.last));
  if (!fresh.length) return;
  one.last = fresh.at(-1).last;
  one.listener.events(fresh);
}

function changed() {
  for (const listener of listeners) listener();
}

// Tell the leader all that this tab wants.
function wish() {
  const games = new Map([...followed].map(([game, { last }]) => [game, { last, key }]));
  tabs.say({ type: "wish", tab: TAB, games, mine: listeners.size > 0, who: me()?.id });
}

function leave() {
  tabs.say({ type: "wish", tab: TAB, games: new Map(), mine: false });
  tabs.leave();
  leader = null;
}

function join() {
  tabs.join();
  wish();
}

// Tell `listener` of all events of the game after the place `last`, null for all: `events(messages)` in the order of versions,
// each message with its `event`, and if it happened just now with its `changes` and `actions` (docs/understand/changes.md);
// `reset()` when too much was missed, or the log is another one: it asks for the game anew; `away()` and `here()` as the connection
// goes and comes back. Called again it begins anew, as whoever is here by then.
export function follow(game, last, listener) {
  followed.set(game, { last, listener });
  wish();
}

// Call `listener()` whenever something may have changed in the games of whoever is here, and when the connection (re)opens.
export function followMine(listener) {
  if (!me()) return;
  listeners.add(listener);
  wish();
}

join();
addEventListener("pagehide", leave);
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) join();
});
document.addEventListener("resume", () => wish()); // a frozen page may have missed something
