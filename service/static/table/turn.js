// The viewer's present task: determined for a state, and kept while nothing relevant changes.

import { data } from "../shared/data.js";
import { api, me } from "../shared/session.js";
import { nextOf } from "./plans/coming.js";
import { Planning, triedOf } from "./plans/plan.js";
import { isTurnOf } from "./showing/turns/turns.js";
import { Drafts } from "./tasks/drafts.js";
import { taskOf } from "./tasks/tasks.js";

const { game, limit, origins } = data("table");

const UNSEEN = "unseen";

const planOf = (domino) => `${me().id} plan ${domino ?? null}`; // the name of its draft

export class Turn {
  task = null; // null for none
  answer = null; // the last response with legal moves
  kept = null; // while a kept position is shown: `{ answer }`, null for unknown moves
  found = null; // the inputs for which the task was determined
  drafts = new Drafts(game);
  planned = false; // true if the viewer was planning before the turn began
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
    const plan = next && planOf(next.domino);
    if (plan && this.found === null && this.drafts.find(plan)) this.plans.open = true;
    this.plans.open &&= next !== null;
    const wanted = mine ? `${state.turn_version} ${state.to_act.types}` : this.plans.open && JSON.stringify(next);
    if (wanted === this.found) return;
    this.planned = mine && (this.planned || this.task instanceof Planning);
    if (mine && document.hidden) {
      Object.assign(this, { found: this.found && UNSEEN, task: null });
      return;
    }
    const { task: before } = this;
    const first = this.found === null;
    Object.assign(this, { found: wanted, task: null });
    if (first || this.plans.laid.plan) await this.lookForPlan(state, viewer);
    const table = { state, events: this.store.events, kingdom: state.kingdoms[viewer], seat: viewer, limit, origins };
    const wished = this.planned ? [] : before?.wished;
    const task = mine ? await this.move(table, wished) : this.planning(table, before);
    if (wanted !== this.found) return;
    this.take(task);
    if (mine) this.resumeMove(`${me().id} ${wanted}`);
    else this.resume((this.plans.open && plan) || "");
  }

  // A task that is over has no effect any more.
  take(task) {
    this.task = task;
    if (!task) return;
    const hooks = Object.entries(this.hooks).map(([name, hook]) => [name, (...told) => this.task === task && hook(...told)]);
    task.hooks = Object.fromEntries(hooks);
  }

  // Restore the plan for the next turn from before a reload or a lost connection; a draft of another turn is dropped.
  resume(name) {
    this.name = name;
    const draft = this.drafts.find(name);
    if (draft) this.task?.retry(draft.tried);
  }

  // Restore the trial of this turn in the same way. Otherwise a plan is offered again that was not stored in time, or not
  // carried out.
  resumeMove(name) {
    this.name = name;
    const { task, planned } = this;
    if (!task) return;
    this.planned = false;
    const draft = this.drafts.find(name, planOf(task.hand ?? task.domino));
    const isOwn = draft?.turn === name;
    const offered = isOwn ? null : (draft?.tried ?? this.plans.laid.plan);
    if (isOwn) task.retry(draft.tried);
    else if (offered && (task.hand || task.free.length)) task.retry(triedOf(offered, task.hand, task.free));
    task.duringPlan = planned || Boolean(offered);
    task.isNew = task.duringPlan;
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

  // The next position is a kept one, with these legal moves.
  useKept(answer) {
    this.kept = { answer };
  }

  // Determine the task again for the next state.
  forget() {
    this.kept = null;
    this.found = null;
  }

  // A stored plan may have been carried out, or may have failed.
  async lookForPlan({ status }, viewer) {
    if (viewer !== null && status === "active" && !this.kept) await this.plans.look();
  }

  // `wished` has the wishes from before.
  async move(table, wished) {
    const {
      to_act: { types },
      turn_version: since,
    } = table.state;
    const answer = this.kept ? this.kept.answer : await api(`/games/${game}/moves`);
    if (answer === null) return null;
    this.answer = answer;
    const { moves, version } = answer;
    if (types.includes("put") && !this.kept) await this.store.catchUp(); // only the events name the caveman
    return types.includes(moves[0]?.type) && version >= since ? taskOf(table, this.hooks, answer, wished) : null;
  }

  // `before` is the task before this one, which may have been a plan.
  planning(table, before) {
    return this.plans.open ? new Planning(table, this.hooks, before?.draft ?? this.plans.laid.plan, before?.index) : null;
  }
}
