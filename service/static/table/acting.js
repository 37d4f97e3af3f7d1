// The viewer's actions that change the game: one at a time, with a report of a failure, then with what it led to.

import { data } from "../shared/data.js";
import { mayWaitLong, offer } from "../push/offer.js";
import { make, reasonOf } from "./controls/sending.js";

const { push } = data("table");
const SLOW = 4000; // ms until a missing response is reported

export class Acting {
  busy = false; // true while an action is being sent
  failed = false; // true from the report of its failure until the table has caught up
  next = null; // the action begun in that time, null for none

  // The table shows what an action led to.
  constructor(table) {
    this.table = table;
  }

  // Run an action that changes the game, and report a failure with its reason. `way(act)` may return a state.
  async act(way) {
    if (this.busy) {
      this.hold(way);
      return;
    }
    const { table } = this;
    const { version } = table.state;
    this.setBusy(true);
    table.refuse("");
    const slow = setTimeout(() => table.connection.down(), SLOW);
    try {
      await way({ make: (moves) => this.make(moves), plan: (plan) => this.plan(plan) });
      table.connection.up();
    } catch (problem) {
      table.refuse(reasonOf(problem));
      this.failed = true;
    }
    clearTimeout(slow);
    await table.feed.trying(() => this.catchUpWith(version));
    const { next } = this;
    Object.assign(this, { failed: false, next: null });
    this.setBusy(false);
    if (next) await this.act(next);
  }

  // While an action is being sent, a second press does nothing. Once its failure is reported, the viewer may try again at once.
  hold(way) {
    if (!this.failed) return;
    this.next = way;
    this.table.refuse("");
  }

  // Show the result of a change: the response to a move is the new state, otherwise it is requested. The next actions come only
  // from the stream or a request.
  async catchUpWith(before) {
    const { table } = this;
    if (table.state.version === before) await table.feed.load();
    else if (!table.state.actions) table.feed.trying(() => table.feed.load());
    await table.queue.run(() => table.settle());
    table.show();
  }

  setBusy(busy) {
    this.busy = busy;
    this.table.markBusy();
    this.table.showBar();
  }

  async make(moves) {
    const { table } = this;
    const made = (state, move) => {
      table.store.see(state);
      table.motion.make(move);
    };
    await make(table.state, table.viewer, moves, made).catch((problem) => table.waiting.keep(problem, table.viewer));
    if (table.isMine) return;
    table.next.look().then(
      () => table.showBar(),
      () => {},
    );
    if (push && mayWaitLong(table.state, table.viewer)) offer(table.page.push);
  }

  async plan(plan) {
    await this.table.plans.lay(plan);
    this.table.turn.discard();
  }

  async togglePlanning() {
    const { table } = this;
    table.plans.open = !table.plans.open;
    if (!table.plans.open) table.turn.discard();
    await table.feed.trying(() => table.queue.run(() => table.settle()));
    table.show();
  }
}
