// The viewer's plan for the next turn: stored by the API, shown to nobody else, carried out when the turn comes.

import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "../controls/bar.js";
import { possible } from "../seats/actions.js";
import { nextOf } from "./coming.js";
import { shownPlan } from "./ghosts.js";
import { outcomeWords, planWords } from "./plan_words.js";

const NONE = { plan: null, failed: null };

// True if the server accepts a plan; until it has sent the allowed actions, only the position decides.
function isPossible(state) {
  return state.actions === undefined || possible(state, "plan").length > 0;
}

export class Plans {
  open = false; // true while a plan is being edited
  laid = NONE;

  constructor(game) {
    this.path = `/games/${game}/plan`;
  }

  async look() {
    this.laid = await api(this.path);
  }

  // A player who left has no further turn.
  forget() {
    this.open = false;
    this.laid = NONE;
  }

  async lay(plan) {
    this.laid = await api(this.path, { method: "PUT", body: plan });
    this.open = false;
  }

  async drop() {
    await api(this.path, { method: "DELETE" });
    await this.look();
  }

  // Why the last plan failed, in words; empty if it did not fail.
  get failure() {
    return this.laid.failed ? say("table.plan-failed", { why: this.laid.failed }) : "";
  }

  // The stored plan, or else the outcome of the last one, in words; empty while a plan is being edited. `lost` is the number of
  // the first turn that cannot be carried out, null for none.
  note({ status }, events, seat, lost) {
    if (this.open || this.laid.failed || status !== "active") return "";
    if (this.laid.plan) return say("table.plan-laid", { plan: planWords(this.laid.plan, lost).join(" ") });
    return outcomeWords(events, seat);
  }

  // The stored plan as it is shown on the table; null while a plan is being edited.
  shown(table) {
    return this.open ? null : shownPlan(this.laid, table);
  }

  // The buttons for plans in this state: `toggle` begins and ends editing, `act(way)` runs an action.
  buttons(state, seat, { toggle, act }) {
    const { plan } = this.laid;
    const begin = say(plan ? "table.plan-change" : "table.plan-start");
    const made =
      nextOf(state, seat) && isPossible(state)
        ? [button("plan", this.open ? say("table.plan-stop") : begin, toggle, { pressed: this.open })]
        : [];
    if (!plan || state.status !== "active") return made;
    return [...made, button("plan-drop", say("table.plan-drop"), () => act(() => this.drop()))];
  }
}
