// What the viewer can do now: found for a state, and kept while nothing changes for it.

import { data } from "../shared/data.js";
import { api, me } from "../shared/session.js";
import { nextOf, Planning } from "./plans/plan.js";
import { isTurnOf } from "./showing/turns/turns.js";
import { Drafts } from "./tasks/drafts.js";
import { taskOf } from "./tasks/tasks.js";

const { game, limit, origins } = data("table");

const UNSEEN = "unseen";

export class Turn {
  task = null; // null for nothing
  found = null; // what it was found for
  drafts = new Drafts(game);
  name = ""; // of the turn for which a draft is kept: no other turn has it, whoever is here in this browser

  constructor(store, plans, hooks) {
    this.store = store;
    this.plans = plans;
    this.hooks = hooks;
  }

  // Find the task for the state, or keep the one there is. A page that nobody sees asks for no moves until it is seen.
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

  // Go on with what was tried in this turn, or for the next one, before the page was loaded, or before the connection was lost; a
  // draft of another turn is dropped.
  resume(name) {
    this.name = name;
    const tried = this.drafts.find(name);
    if (tried && this.task) this.task.retry(tried);
  }

  // Keep what is tried.
  keep() {
    if (this.task) this.drafts.save(this.name, this.task.tried);
  }

  // The next state is looked at anew.
  forget() {
    this.found = null;
  }

  // One that was laid may have been carried out, or may have failed.
  async lookForPlan({ status }, viewer) {
    if (viewer !== null && status === "active") await this.plans.look();
  }

  // `wished` is what was thought out before.
  async move(table, wished) {
    const {
      to_act: { types },
      turn_version: since,
    } = table.state;
    const answer = await api(`/games/${game}/moves`);
    const { moves, version } = answer;
    if (types.includes("put")) await this.store.catchUp(); // which caveman it is stands in the events only
    return types.includes(moves[0]?.type) && version >= since ? taskOf(table, this.hooks, answer, wished) : null;
  }

  planning(table, next, draft) {
    return this.plans.open ? new Planning(table, this.hooks, next, draft ?? this.plans.laid.plan) : null;
  }
}
