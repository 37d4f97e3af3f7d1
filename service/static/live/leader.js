// The one stream of all tabs of a browser, in the tab that leads them: it knows what each tab wants, and tells all what comes.

import { connect } from "./connection.js";
import { isAfter } from "./place.js";

const FIRST_PAUSE = 500; // ms
const LONGEST_PAUSE = 4000;
const FRESH = 4000; // a connection that was tried so recently is not tried again
const GATHERING = 30; // so long after a wish others are waited for, so that tabs which open together make one connection
const MOST_GAMES = 32; // what the API takes

// Resolves after so many milliseconds, or once the signal is given.
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
  silent = new Set(); // tabs that were asked what they want, and have not answered yet
  served = { games: new Map(), talks: new Map(), mine: false, who: "" }; // what the connection is for, and the place in each game
  change = new AbortController(); // ends the connection, or the pause between two
  pause = FIRST_PAUSE;
  begun = 0; // when the connection was tried

  // `tell(message)` tells all tabs.
  constructor(tell) {
    this.tell = tell;
  }

  // Keep a connection for whatever is wanted, until the signal.
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

  // The browser's own network came or went: find out at once what that means.
  retry() {
    this.pause = FIRST_PAUSE;
    this.change.abort();
  }

  // Nothing comes though nothing ended the connection.
  anew() {
    if (performance.now() > this.begun + FRESH) this.retry();
  }

  // One connection, to its end; how long to pause after it.
  async once(signal) {
    for (const tab of this.silent) this.wishes.delete(tab);
    this.silent.clear();
    this.served = this.wanted();
    this.begun = performance.now();
    const { games, talks, mine } = this.served;
    if (!games.size && !talks.size && !mine) return this.over();
    this.tell({ type: "begins" });
    try {
      const opened = () => this.tell({ type: "here", mine });
      const more = await connect(this.served, { opened, heard: (messages) => this.heard(messages) }, signal);
      return more ? this.broken() : this.over();
    } catch (problem) {
      return signal.aborted ? 0 : this.failed(problem);
    }
  }

  // All that the tabs want: of each game from the earliest place on that one of them is at.
  wanted() {
    const wishes = [...this.wishes.values()];
    const games = new Map();
    for (const [game, { last, key }] of wishes.flatMap((wish) => [...wish.games])) {
      const known = games.get(game) ?? { last, keys: [] };
      const keys = key === null ? known.keys : [...known.keys, key];
      games.set(game, { last: isAfter(known.last, last) ? last : known.last, keys });
    }
    const who = [...new Set(wishes.map((wish) => wish.who))].join(); // one that signs in sees more than before
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

  // A tab says what it wants, all of it; nothing when it goes.
  wish({ tab, games, talks, mine, who }) {
    this.silent.delete(tab);
    if (games.size || talks.size || mine) this.wishes.set(tab, { games, talks, mine, who });
    else this.wishes.delete(tab);
    if (!this.fits()) this.again();
  }

  // Whether the connection is for what is wanted and nothing else, from no later places on.
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
    this.tell({ type: "heard", messages });
  }

  // Tabs that went without a word are found out whenever the connection breaks: who is there says so again.
  broken() {
    this.silent = new Set(this.wishes.keys());
    this.tell({ type: "who" });
    const pause = this.pause * (0.75 + Math.random() / 2); // so that not all come back at the same moment
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    return pause;
  }

  // There is nothing to wait for until something else is wanted.
  over() {
    this.tell({ type: "over" });
    return Infinity;
  }

  // What cannot be had is wanted no longer, and the rest is asked for again.
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
