// The shared stream of all tabs of a browser, in the leader's tab: it knows each tab's subscriptions and forwards all messages.

import { connect } from "./connection.js";
import { isAfter } from "./place.js";

const FIRST_PAUSE = 500; // ms
const LONGEST_PAUSE = 4000;
const FRESH = 4000; // ms: a connection attempt this recent is not repeated
const GATHERING = 30; // ms to wait for further wishes, so that tabs that open together cause one connection
const MOST_GAMES = 32; // the limit of the API

// Resolves after `pause` milliseconds, or when the signal aborts.
/** @type {(pause: number, signal: AbortSignal) => Promise<void>} */
function rest(pause, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
    if (pause !== Infinity) setTimeout(resolve, pause);
  });
}

export class Leader {
  wishes = new Map(); // tab -> { games: Map(game -> { last, key }), talks: Map(game -> { company, key }), mine, who }
  silent = new Set(); // tabs that were asked for their wishes and have not responded yet
  served = { games: new Map(), talks: new Map(), mine: false, who: "" }; // the wishes that the connection serves
  change = new AbortController(); // aborts the connection, or the pause between two
  pause = FIRST_PAUSE;
  begun = 0; // time of the last connection attempt
  isOpen = false; // true once the connection has opened
  unread = null; // the number of unread notices that it told last, null if it missed some

  // `tell(message)` sends a message to all tabs.
  constructor(tell) {
    this.tell = tell;
  }

  // Keep a connection for all wishes open until the signal aborts.
  async run(signal) {
    signal.addEventListener("abort", () => this.change.abort());
    for (const type of ["online", "offline"]) addEventListener(type, () => this.retry(), { signal });
    this.tell({ type: "who" });
    await rest(GATHERING, signal);
    while (!signal.aborted) {
      this.change = new AbortController();
      const pause = await this.once(this.change.signal);
      await rest(pause, this.change.signal);
    }
  }

  // The browser went online or offline: test the connection immediately.
  retry() {
    this.pause = FIRST_PAUSE;
    this.change.abort();
  }

  // The connection is silent although nothing ended it.
  anew() {
    if (performance.now() > this.begun + FRESH) this.retry();
  }

  // Use one connection until it ends; returns the pause after it.
  async once(signal) {
    for (const tab of this.silent) this.wishes.delete(tab);
    this.silent.clear();
    this.served = this.wanted();
    this.isOpen = false;
    this.unread = null;
    this.begun = performance.now();
    const { games, talks, mine } = this.served;
    if (!games.size && !talks.size && !mine) return this.over();
    this.tell({ type: "begins" });
    try {
      const opened = () => {
        this.isOpen = true;
        this.tell({ type: "here", mine });
      };
      const more = await connect(this.served, { opened, heard: (messages) => this.heard(messages) }, signal);
      return more ? this.broken() : this.over();
    } catch (problem) {
      return signal.aborted ? 0 : this.failed(problem);
    }
  }

  // The wishes of all tabs together: each game from the earliest place of any tab on.
  wanted() {
    const wishes = [...this.wishes.values()];
    const games = new Map();
    for (const [game, { last, key }] of wishes.flatMap((wish) => [...wish.games])) {
      const known = games.get(game) ?? { last, keys: [] };
      const keys = key === null ? known.keys : [...known.keys, key];
      games.set(game, { last: isAfter(known.last, last) ? last : known.last, keys });
    }
    const who = [...new Set(wishes.map((wish) => wish.who))].join(); // after signing in a viewer may see more
    const mine = wishes.some((wish) => wish.mine);
    return { games: new Map([...games].slice(-MOST_GAMES)), talks: this.wantedTalks(wishes), mine, who };
  }

  wantedTalks(wishes) {
    const talks = new Map();
    for (const [game, { company, key }] of wishes.flatMap((wish) => [...wish.talks])) {
      const keys = key === null ? (talks.get(game)?.keys ?? []) : [key];
      talks.set(game, { company, keys });
    }
    return new Map([...talks].slice(-MOST_GAMES));
  }

  // Set all wishes of a tab; nothing if the tab closes. A tab that joins an open connection has missed its earlier messages.
  wish({ tab, games, talks, mine, who }) {
    const joins = mine && !this.wishes.get(tab)?.mine;
    this.silent.delete(tab);
    if (games.size || talks.size || mine) this.wishes.set(tab, { games, talks, mine, who });
    else this.wishes.delete(tab);
    if (!this.fits()) this.again();
    else if (joins && this.isOpen) this.tell({ type: "joined", tab, unread: this.unread });
  }

  // True if the connection serves exactly the wishes, from no later places on.
  fits() {
    const { games, talks, mine, who } = this.wanted();
    const { served } = this;
    const isServed = ([game, { last }]) => served.games.has(game) && !isAfter(served.games.get(game).last, last);
    const isHeard = ([game, { company }]) => served.talks.get(game)?.company === company;
    if (talks.size !== served.talks.size || ![...talks].every(isHeard)) return false;
    return mine === served.mine && who === served.who && games.size === served.games.size && [...games].every(isServed);
  }

  again() {
    const { change } = this;
    setTimeout(() => change.abort(), GATHERING);
  }

  heard(messages) {
    this.pause = FIRST_PAUSE;
    for (const { game, last } of messages.filter((message) => message.last)) {
      for (const { games } of [this.served, ...this.wishes.values()]) if (games.has(game)) games.get(game).last = last;
    }
    for (const { game } of messages.filter(({ type }) => type === "hidden")) {
      for (const { games, talks } of [this.served, ...this.wishes.values()]) for (const each of [games, talks]) each.delete(game);
    }
    if (messages.some(({ type, game }) => type === "reset" && !game)) this.unread = null;
    this.count(messages.findLast(({ type }) => type === "notices"));
    this.tell({ type: "heard", messages });
  }

  // Notices were told, by the server or by a tab that has read some.
  count(told) {
    if (told) this.unread = told.unread;
  }

  // When the connection breaks, tabs that closed silently are detected: all others send their wishes again.
  broken() {
    this.silent = new Set(this.wishes.keys());
    this.tell({ type: "who" });
    const pause = this.pause * (0.75 + Math.random() / 2); // jitter, so that clients do not reconnect at the same moment
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    return pause;
  }

  // Nothing to do until the wishes change.
  over() {
    this.tell({ type: "over" });
    return Infinity;
  }

  // Drop the wishes that were refused, and request the others again.
  failed({ status, body }) {
    if (status === 401) return this.refused({ mine: true, games: [] });
    if (status === 404 && body.games) return this.refused({ mine: false, games: body.games });
    this.tell({ type: "away" });
    return this.broken();
  }

  refused({ mine, games }) {
    for (const wish of this.wishes.values()) {
      for (const game of games) for (const each of [wish.games, wish.talks]) each.delete(game);
      wish.mine &&= !mine;
    }
    this.tell({ type: "refused", mine, games });
    return GATHERING;
  }
}
