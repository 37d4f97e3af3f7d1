// The viewer's actions that change the game: one at a time, with a report of a failure, then with what it led to.

import { data } from "../shared/data.js";
import { mayWaitLong, offer } from "../push/offer.js";
import { make, reasonOf } from "./controls/sending.js";

const { push } = data("table");
const SLOW = 4000; // ms until a missing response is reported

export class Acting {
  busy = false; // true while an action is being sent

  // The table shows what an action led to.
  constructor(table) {
    this.table = table;
  }

  // Run an action that changes the game, and report a failure with its reason. `way(act)` may return a state.
  async act(way) {
    if (this.busy) return;
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
    }
    clearTimeout(slow);
    await table.feed.trying(() => this.catchUpWith(version));
    this.setBusy(false);
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
    await make(table.state, table.viewer, moves, (state, move) => {
      table.store.see(state);
      table.motion.make(move);
    });
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
