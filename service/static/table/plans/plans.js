// The viewer's plan for the next turn: kept by the API, told to nobody else, carried out when the turn comes.

import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { button } from "../controls/bar.js";
import { possible } from "../seats/actions.js";
import { nextOf } from "./plan.js";
import { outcomeWords, planWords } from "./plan_words.js";

const NONE = { plan: null, failed: null };

// Whether the server takes a plan; as long as it has not said what may be done, the page goes by the position alone.
function isPossible(state) {
  return state.actions === undefined || possible(state, "plan").length > 0;
}

export class Plans {
  open = false; // whether one is being thought out
  laid = NONE;

  constructor(game) {
    this.path = `/games/${game}/plan`;
  }

  async look() {
    this.laid = await api(this.path);
  }

  // Who has left has no turn to come.
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

  // Why the last one could not be carried out, in words; empty where it could.
  get failure() {
    return this.laid.failed ? say("table.plan-failed", { why: this.laid.failed }) : "";
  }

  // What is laid, or else what became of the last one, in words; empty while one is being thought out.
  note({ status }, events, seat) {
    if (this.open || this.laid.failed || status !== "active") return "";
    if (this.laid.plan) return say("table.plan-laid", { plan: planWords(this.laid.plan).join(" ") });
    return outcomeWords(events, seat);
  }

  // What can be done about plans in this state: `toggle` begins and ends thinking one out, `act(way)` does it.
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
