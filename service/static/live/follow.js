// Live events of games. All tabs of a browser share one connection, which one tab, the leader, keeps open: browsers allow
// few connections per server, and tabs with different games would each need one.

import { learnReached } from "../shared/server_time.js";
import { me } from "../shared/session.js";
import { Leader } from "./leader.js";
import { isAfter } from "./place.js";
import { Watchdog } from "./watchdog.js";
import { Tabs } from "./tabs.js";

const TAB = crypto.getRandomValues(new Uint32Array(2)).join("-");
const key = new URLSearchParams(location.search).get("invitation");
const followed = new Map(); // game -> { last, listener }
const talks = new Map(); // game -> { company, listener }
const listeners = new Set(); // listeners for the viewer's own games
const bells = new Set(); // listeners for the viewer's notices
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

const watchdog = new Watchdog({
  lost,
  again: () => (leader || !document.hidden) && tabs.say({ type: "silent" }),
});

const HEARING = {
  wish: (message) => leader?.wish(message),
  who: () => wish(),
  silent: () => leader?.anew(),
  begins: () => watchdog.expect(),
  heard: ({ messages }) => {
    back();
    for (const { event } of messages.filter(({ type }) => type === "event")) learnReached(event.at);
    for (const [game, one] of followed)
      hear(
        one,
        messages.filter((message) => message.game === game),
      );
    for (const { game } of messages.filter(({ type }) => type === "hidden")) hide(game);
    const missed = messages.some(({ type, game }) => type === "reset" && !game);
    if (missed || messages.some(({ type }) => type === "hint")) changed();
    for (const [game, { listener }] of talks)
      if (missed || messages.some((message) => message.type === "talk" && message.game === game)) listener();
    const told = messages.findLast(({ type }) => type === "notices") ?? null;
    if (missed || told) ring(missed ? null : told);
  },
  notices: (message) => {
    leader?.count(message);
    ring(message);
  },
  joined: ({ tab, unread }) => {
    if (tab !== TAB) return;
    changed();
    ring(unread === null ? null : { unread, game: null });
  },
  here: ({ mine }) => {
    back();
    for (const { listener } of talks.values()) listener();
    if (mine) changed();
  },
  over: () => {
    back();
    watchdog.stop();
  },
  away: lost,
  refused: ({ games, mine }) => {
    for (const game of games) hide(game);
    if (mine) for (const each of [listeners, bells]) each.clear();
    wish();
  },
};

function back() {
  watchdog.heard();
  if (away) for (const { listener } of followed.values()) listener.here();
  away = false;
}

function lost() {
  if (!away) for (const { listener } of followed.values()) listener.away();
  away = true;
}

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

// The viewer may not watch this game, or not any more.
function hide(game) {
  const one = followed.get(game);
  for (const each of [followed, talks]) each.delete(game);
  one?.listener.hidden();
}

function ring(told) {
  for (const bell of bells) bell(told);
}

function changed() {
  for (const listener of listeners) listener();
}

// Send all subscriptions of this tab to the leader.
function wish() {
  const games = new Map([...followed].map(([game, { last }]) => [game, { last, key }]));
  const spoken = new Map([...talks].map(([game, { company }]) => [game, { company, key }]));
  tabs.say({ type: "wish", tab: TAB, games, talks: spoken, mine: listeners.size + bells.size > 0, who: me()?.id });
}

function leave() {
  watchdog.stop();
  tabs.say({ type: "wish", tab: TAB, games: new Map(), talks: new Map(), mine: false });
  tabs.leave();
  leader = null;
}

function join() {
  tabs.join();
  wish();
}

// Report all events of the game after the place `last` (null for all) to `listener`: `events(messages)` in the order of versions,
// each message with its `event` and, if it happened just now, its `changes` and `actions` (docs/understand/changes.md).
// `reset()` is called if too much was missed or the log is another one; the listener then requests the game again. `hidden()` is
// called if the viewer may not watch the game any more, and nothing after it. `away()` and `here()` are called when the connection
// is lost and restored. A further call starts again, as the present player.
export function follow(game, last, listener) {
  followed.set(game, { last, listener });
  wish();
}

// Follow the game no longer: one connection has few games.
export function unfollow(game) {
  followed.delete(game);
  wish();
}

// Call `listener()` whenever a message may have been written at the table of a game, and when the connection (re)opens. `company`
// is the viewer's role there: a stream has the rooms that were readable when it began, so another role opens a new stream.
export function followTalk(game, company, listener) {
  talks.set(game, { company, listener });
  wish();
}

// Call `listener()` whenever the games of the signed-in player may have changed, and when the connection (re)opens or is joined.
export function followMine(listener) {
  if (!me()) return;
  listeners.add(listener);
  wish();
}

// Call `listener({ unread, game })` whenever the viewer's notices have changed, and when the connection (re)opens or is joined: the
// number of unread notices, and the game of the last change, null for none. Called with null if changes were missed.
export function followNotices(listener) {
  if (!me()) return;
  bells.add(listener);
  wish();
}

// Send all tabs the new number of unread notices, after this tab has read those of a game.
export function tellNotices(unread, game) {
  tabs.say({ type: "notices", unread, game });
}

join();
addEventListener("pagehide", leave);
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) join();
});
document.addEventListener("resume", () => wish()); // a frozen page may have missed something
