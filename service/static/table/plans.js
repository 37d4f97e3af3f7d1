// The viewer's plan for the next turn: kept by the API, told to nobody else, carried out when the turn comes.

import { api } from "../session.js";
import { listed, say } from "../words.js";
import { button } from "./bar.js";
import { nextOf } from "./plan.js";

function planWords({ place, choose = [] }) {
  const words = place ? [say("table.do-place", { domino: place.domino })] : [];
  if (choose.length) words.push(say("table.do-choose", { wish: listed(choose.map(String)) }));
  return words.join("; ");
}

export class Plans {
  open = false; // whether one is being thought out
  laid = { plan: null, failed: null };

  constructor(game) {
    this.path = `/games/${game}/plan`;
  }

  async look() {
    this.laid = await api(this.path);
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

  // What can be done about plans in this state: `toggle` begins and ends thinking one out, `act(way)` does it.
  buttons(state, seat, { toggle, act }) {
    const made = nextOf(state, seat)
      ? [button("plan", say(this.open ? "table.plan-stop" : "table.plan-start"), toggle, { pressed: this.open })] : [];
    if (!this.laid.plan || state.status !== "active") return made;
    const text = say("table.plan-drop", { plan: planWords(this.laid.plan) });
    return [...made, button("plan-drop", text, () => act(() => this.drop()))];
  }
}
