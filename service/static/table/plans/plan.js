// Planning the next turn: a trial on the viewer's board like a move, with several wishes, and others for the case that
// another player chooses a certain domino.

import { halvesOf } from "../../board/domino.js";
import { gainWords } from "../../board/hints.js";
import { say } from "../../shared/words.js";
import { placesOf, sameness } from "../tasks/legality.js";
import { Placing } from "../tasks/placing.js";
import { caseWords, wishWords } from "./plan_words.js";
import { freeOf } from "../tasks/tasks.js";

const MOST_CASES = 8;

// The domino that the seat places next, and the dominoes it could wish for then; null if nothing can be planned, as before
// the first round, when it is unknown whether the seat chooses once more.
export function nextOf({ status, round, line, next_line: next, to_act: turn }, seat) {
  if (status !== "active" || round === 0 || seat === null || turn?.seat === seat) return null;
  const mine = (slots) => slots.find((slot) => slot.seat === seat)?.domino;
  if (mine(line)) return { domino: mine(line), free: freeOf(next) };
  return mine(next) ? { domino: mine(next), free: [] } : null;
}

function toggled(dominoes, domino) {
  const others = dominoes.filter((other) => other !== domino);
  return others.length < dominoes.length ? others : [...dominoes, domino];
}

// The wishes of a plan where only these dominoes are free. Those of a case that has occurred become the main ones, and the cases
// after it do not matter any more.
function wishesNow({ choose = [], branches = [] }, free) {
  const still = (dominoes) => dominoes.filter((domino) => free.includes(domino));
  const left = branches.map((branch) => ({ taken: still(branch.taken), choose: still(branch.choose) }));
  const now = left.findIndex(({ taken }) => !taken.length);
  const cases = (now < 0 ? left : left.slice(0, now)).filter((each) => each.choose.length);
  return { choose: now < 0 ? still(choose) : left[now].choose, cases };
}

// A plan as the trial of a turn with this domino in hand, in which these dominoes are free.
export function triedOf(plan, hand, free) {
  const { domino, ...place } = plan.place ?? {};
  const { choose } = wishesNow(plan, free);
  return { wished: choose.slice(0, 1), ...(domino !== undefined && domino === hand && { place }) };
}

export class Planning extends Placing {
  asks = true;
  cases = []; // other wishes, { taken, choose }, for the case that others have chosen all of `taken`
  choose = []; // the wishes if no case applies
  open = null; // the case being edited, null for none

  // `plan` is the plan to edit, null for none.
  constructor(table, hooks, { domino, free }, plan) {
    super(table, hooks, domino, placesOf(table.kingdom, table.limit, halvesOf(domino, table.origins)), free);
    this.all = free;
    this.words = say(this.places.length ? "table.plan" : "table.plan-nowhere", { domino });
    if (plan) this.resume(plan);
  }

  // Continue a plan as far as it still fits.
  resume({ place, ...wishes }) {
    if (place?.domino === this.hand && this.isLegal(place)) {
      const { x, y, direction } = place;
      Object.assign(this, { trial: { x, y, direction }, direction, laid: true });
    }
    Object.assign(this, wishesNow(wishes, this.all));
    this.think(null);
  }

  // Edit the wishes of a case, or those for no case.
  think(open) {
    this.open = open;
    this.wished = open ? open.choose : this.choose;
    this.free = this.all.filter((domino) => !open?.taken.includes(domino));
  }

  edit(open) {
    const other = open !== this.open;
    this.think(open);
    this.hooks.changed();
    if (other) this.hooks.lines();
  }

  // In a new case the first domino is the one that others choose; the next ones are wishes, the best first.
  wish(domino) {
    if (this.open === null) this.choose = toggled(this.choose, domino);
    else if (this.open.taken.length) this.open.choose = toggled(this.open.choose, domino);
    else this.open.taken = [domino];
    this.edit(this.open);
  }

  add() {
    const made = { taken: [], choose: [] };
    this.cases.push(made);
    this.edit(made);
  }

  // Undo the case being edited, or else the whole plan.
  back() {
    this.cases = this.open === null ? [] : this.cases.filter((each) => each !== this.open);
    if (this.open !== null) return this.edit(null);
    this.choose = [];
    this.think(null);
    return super.back();
  }

  // The gains of all placements of a later turn are not sent in advance; the gain is requested for the placement on trial.
  learn(placement, gain) {
    this.gains.set(sameness(placement, this.halves), gain);
    this.hooks.said(say("table.said-gain", { said: this.heading, gain: gainWords(gain.gain) }));
  }

  // No gain while a case is edited: the bar then shows the instruction for the case.
  get brings() {
    return this.open === null ? super.brings : null;
  }

  get started() {
    return super.started || this.open !== null;
  }

  get isWhole() {
    return this.cases.every(({ taken, choose }) => taken.length && choose.length);
  }

  get choices() {
    const one = (key, text, open) => ({ key, text, pressed: this.open === open, run: () => this.edit(open) });
    const cases = this.cases.map((each, index) => one(`case-${index}`, caseWords(each), each));
    const rest = this.cases.length ? [one("case-else", say("table.case-else", { wish: wishWords(this.choose) }), null)] : [];
    const more =
      this.all.length > 1 && this.choose.length && this.isWhole && this.cases.length < MOST_CASES
        ? [{ key: "case-add", text: say("table.case-add"), run: () => this.add() }]
        : [];
    return [...(this.places.length && this.open === null ? super.choices : []), ...cases, ...rest, ...more];
  }

  // The plan so far, null for none.
  get tried() {
    const draft = this.draft;
    return Object.keys(draft).length ? draft : null;
  }

  retry(plan) {
    this.resume(plan);
  }

  get draft() {
    return {
      ...(this.laid && { place: { domino: this.hand, ...this.trial } }),
      ...(this.choose.length && { choose: this.choose }),
      ...(this.cases.length && { branches: this.cases }),
    };
  }

  // If the domino fits, a plan must have its placement; the wishes are optional.
  get ready() {
    const enough = this.places.length ? this.laid : this.choose.length;
    return enough && this.isWhole ? this.draft : null;
  }

  get heading() {
    if (this.open === null) return this.words;
    const { taken } = this.open;
    return taken.length ? say("table.case-wish", { domino: taken.join(", ") }) : say("table.case-taken");
  }

  get summary() {
    return say("table.do-plan");
  }

  carryOut(act) {
    return act.plan(this.ready);
  }
}
