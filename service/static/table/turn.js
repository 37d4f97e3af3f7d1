// The viewer's present task: determined for a state, and kept while nothing relevant changes.

import { data } from "../shared/data.js";
import { api, me } from "../shared/session.js";
import { nextOf, Planning } from "./plans/plan.js";
import { isTurnOf } from "./showing/turns/turns.js";
import { Drafts } from "./tasks/drafts.js";
import { taskOf } from "./tasks/tasks.js";

const { game, limit, origins } = data("table");

const UNSEEN = "unseen";

export class Turn {
  task = null; // null for none
  found = null; // the inputs for which the task was determined
  drafts = new Drafts(game);
  name = ""; // unique name of the turn whose draft is stored, also among the players of this browser

  constructor(store, plans, hooks) {
    this.store = store;
    this.plans = plans;
    this.hooks = hooks;
  }

  // Determine the task for the state, or keep the present one. A hidden page requests no moves until it is visible.
  async settle(state, viewer) {
    const mine = isTurnOf(state, viewer);
    if (state.players[viewer]?.left) this.plans.forget();
    const next = nextOf(state, viewer);
    const plan = next && `${me().id} plan ${next.domino}`;
    if (plan && this.found === null && this.drafts.find(plan)) this.plans.open = true;
    this.plans.open &&= next !== null;
    const wanted = mine ? `${state.turn_version} ${state.to_act.types}` : this.plans.open && JSON.stringify(next);
    if (wanted === this.found) return;
    if (mine && document.hidden) {
      Object.assign(this, { found: this.found && UNSEEN, task: null });
      return;
    }
    const wished = (mine && this.task?.wished) || [];
    const draft = this.task?.draft;
    const first = this.found === null;
    Object.assign(this, { found: wanted, task: null });
    if (first || this.plans.laid.plan) await this.lookForPlan(state, viewer);
    const table = { state, events: this.store.events, kingdom: state.kingdoms[viewer], seat: viewer, limit, origins };
    const task = mine ? await this.move(table, wished) : this.planning(table, next, draft);
    if (wanted !== this.found) return;
    this.task = task;
    this.resume(mine ? `${me().id} ${wanted}` : (this.plans.open && plan) || "");
  }

  // Restore the trial of this turn, or the plan for the next one, from before a reload or a lost connection; a
  // draft of another turn is dropped.
  resume(name) {
    this.name = name;
    const tried = this.drafts.find(name);
    if (tried && this.task) this.task.retry(tried);
  }

  // Store the trial, except that of a plan which was just stored or discarded and is shown until the next response.
  keep() {
    if (!this.task || (this.task instanceof Planning && !this.plans.open)) return;
    this.drafts.save(this.name, this.task.tried);
  }

  // Delete the stored trial of a plan that was stored or discarded, before any further request: the page may be left during it.
  discard() {
    this.drafts.save(this.name, null);
  }

  // Determine the task again for the next state.
  forget() {
    this.found = null;
  }

  // A stored plan may have been carried out, or may have failed.
  async lookForPlan({ status }, viewer) {
    if (viewer !== null && status === "active") await this.plans.look();
  }

  // `wished` has the wishes from before.
  async move(table, wished) {
    const {
      to_act: { types },
      turn_version: since,
    } = table.state;
    const answer = await api(`/games/${game}/moves`);
    const { moves, version } = answer;
    if (types.includes("put")) await this.store.catchUp(); // only the events name the caveman
    return types.includes(moves[0]?.type) && version >= since ? taskOf(table, this.hooks, answer, wished) : null;
  }

  planning(table, next, draft) {
    return this.plans.open ? new Planning(table, this.hooks, next, draft ?? this.plans.laid.plan) : null;
  }
}
