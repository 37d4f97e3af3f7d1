// Keeps the game's store up to date: requests the game, follows it, and requests it again if the service did not respond.

import { follow } from "../live/follow.js";
import { keepBell } from "../live/bell.js";
import { data } from "../shared/data.js";
import { keptPosition } from "../shared/kept/pages.js";
import { sendWaiting } from "../shared/kept/waiting.js";
import { api, ask, me, Problem } from "../shared/session.js";
import { say } from "../shared/words.js";
import { seatOf } from "./seats/seats.js";

const { game } = data("table");
const AGAIN = 2000; // ms
const UNREACHED = [0, 502, 504]; // statuses of responses that are not from the service

export class Feed {
  followed; // the viewer's seat with which the game is followed
  asksTime = false; // true while the server's time is being requested, and a little longer

  // The hooks show what came: `renewed()` a new state, `came(events)` and `heard(events, same)` messages, before and after their
  // changes; `refused(words)` and `failed()` a failure; `kept(moves)` tells the kept
  // legal moves before a kept position is shown; `followed()` is called before the game is followed.
  constructor(store, queue, connection, hooks) {
    this.store = store;
    this.queue = queue;
    this.connection = connection;
    this.hooks = hooks;
  }

  async start() {
    try {
      await this.store.catchUp();
      await this.load();
    } catch (problem) {
      if (problem.status === 0) await this.showKept();
      throw problem;
    }
    // The browser preloads the state before the scripts, so the events may be newer, and the stream does not repeat them.
    if (this.store.version > this.store.state.version) await this.load();
  }

  // Without a connection: the position that this browser kept, if any. The game is requested again as after any lost connection.
  async showKept() {
    const kept = me() && (await keptPosition(me().id, game));
    if (!kept) return;
    this.store.hear(kept.events);
    this.connection.kept = kept.at;
    await this.queue.run(async () => {
      this.store.see(kept.state);
      this.hooks.kept(kept.moves);
      await this.renew();
    });
  }

  load() {
    return this.queue.run(async () => this.see(await api(`/games/${game}`)));
  }

  // Any response has the server's time; nothing else is done with this one.
  async askTime() {
    if (this.asksTime) return;
    this.asksTime = true;
    await ask(`/games/${game}`).catch(() => {});
    setTimeout(() => {
      this.asksTime = false;
    }, AGAIN);
  }

  async see(state) {
    if (this.store.see(state)) await this.renew();
  }

  // Show the new state, and follow the game from it on with the viewer's role in it.
  async renew() {
    if (seatOf(this.store.state) !== this.followed) this.follow();
    await this.hooks.renewed();
  }

  // The page is visible again: the present task may not have been requested.
  async look() {
    if (this.store.state && !document.hidden) await this.queue.run(() => this.renew());
  }

  async hear(messages) {
    const fresh = this.store.hear(messages.map(({ event }) => event));
    this.hooks.came(fresh);
    const changed = await this.queue.run(() => this.change(messages));
    const isBehind = messages.at(-1).event.version > this.store.state.version;
    if (isBehind) await this.load();
    await this.hooks.heard(fresh, !isBehind && !changed);
  }

  // Show the changes of the messages that fit the state; returns true if any did.
  async change(messages) {
    const changed = messages.map((message) => this.store.change(message)).includes(true);
    if (changed) await this.renew();
    return changed;
  }

  // Follow the game as the present player: a seated player may see more.
  follow() {
    this.followed = seatOf(this.store.state);
    // Together with the game, so that all use one connection.
    this.hooks.followed();
    keepBell();
    follow(game, this.store.last, {
      events: (messages) => this.trying(() => this.hear(messages)),
      reset: () => this.trying(() => this.reload()),
      hidden: () => this.hide(),
      away: () => this.connection.down(),
      here: () => this.connection.up(),
    });
  }

  // The viewer may not watch the game any more: what is shown stays, and nothing is requested again.
  hide() {
    this.hidden = true;
    clearTimeout(this.again);
    this.hooks.refused(say("table.hidden"));
  }

  // Start again: the known events have a gap, or are from another log.
  async reload() {
    await this.store.beginAnew();
    await this.load();
  }

  // Run requests to the API. If it does not respond, report that, and request everything again a little later.
  async trying(work) {
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.hidden) {
        this.hide();
        return;
      }
      if (UNREACHED.includes(problem.status)) this.connection.down();
      else this.hooks.refused(problem.message);
      this.store.stale = true;
      this.hooks.failed();
      clearTimeout(this.again);
      this.again = setTimeout(() => this.trying(() => this.startOver()), AGAIN);
    }
  }

  async startOver() {
    await this.load();
    this.connection.up();
    this.hooks.refused("");
    await sendWaiting().catch(() => {});
  }
}
