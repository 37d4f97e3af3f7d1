// Planning the next turn: tried out on the own board like a move, with several wishes, and others for the case that
// somebody else takes a certain domino.

import { halvesOf } from "../../board/domino.js";
import { gainWords } from "../../board/hints.js";
import { say } from "../../shared/words.js";
import { placesOf, sameness } from "../tasks/legality.js";
import { Placing } from "../tasks/placing.js";
import { caseWords, wishWords } from "./plan_words.js";
import { freeOf } from "../tasks/tasks.js";

const MOST_CASES = 8;

// The domino that the seat places next and what it could wish for then; null where there is nothing to plan, as before
// the first round, when nobody knows whether the seat is to choose once more.
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

export class Planning extends Placing {
  asks = true;
  cases = []; // other wishes, { taken, choose }, for when others have taken all those
  choose = []; // the wishes for when none of them applies
  open = null; // the case that is being thought out, null for none of them

  // `plan` is the one to go on with, null for none.
  constructor(table, hooks, { domino, free }, plan) {
    super(table, hooks, domino, placesOf(table.kingdom, table.limit, halvesOf(domino, table.origins)), free);
    this.all = free;
    this.words = say(this.places.length ? "table.plan" : "table.plan-nowhere", { domino });
    if (plan) this.resume(plan);
  }

  // Go on from a plan as far as it still fits; what it has for a case that came true counts from now on.
  resume({ place, choose = [], branches = [] }) {
    if (place?.domino === this.hand && this.isLegal(place)) {
      const { x, y, direction } = place;
      Object.assign(this, { trial: { x, y, direction }, direction, laid: true });
    }
    const still = (dominoes) => dominoes.filter((domino) => this.all.includes(domino));
    const left = branches.map((branch) => ({ taken: still(branch.taken), choose: still(branch.choose) }));
    const now = left.findIndex(({ taken }) => !taken.length);
    this.choose = now < 0 ? still(choose) : left[now].choose;
    this.cases = (now < 0 ? left : left.slice(0, now)).filter((each) => each.choose.length);
    this.think(null);
  }

  // Think out the wishes of a case, or those for when none applies.
  think(open) {
    this.open = open;
    this.wished = open ? open.choose : this.choose;
    this.free = this.all.filter((domino) => !open?.taken.includes(domino));
  }

  show(open) {
    const other = open !== this.open;
    this.think(open);
    this.hooks.changed();
    if (other) this.hooks.lines();
  }

  // In a new case the first domino is the one that others take; all others are wishes, the best first.
  wish(domino) {
    if (this.open === null) this.choose = toggled(this.choose, domino);
    else if (this.open.taken.length) this.open.choose = toggled(this.open.choose, domino);
    else this.open.taken = [domino];
    this.show(this.open);
  }

  add() {
    const made = { taken: [], choose: [] };
    this.cases.push(made);
    this.show(made);
  }

  // Take back what is being thought out: a case, else all of it.
  back() {
    this.cases = this.open === null ? [] : this.cases.filter((each) => each !== this.open);
    if (this.open !== null) return this.show(null);
    this.choose = [];
    this.think(null);
    return super.back();
  }

  // Nobody knows beforehand what the places of a later turn bring: it is asked for where the domino lies.
  learn(placement, gain) {
    this.gains.set(sameness(placement, this.halves), gain);
    this.hooks.said(say("table.said-gain", { said: this.heading, gain: gainWords(gain.gain) }));
  }

  // While a case is thought out the bar says what to do for it.
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
    const one = (key, text, open) => ({ key, text, pressed: this.open === open, run: () => this.show(open) });
    const cases = this.cases.map((each, index) => one(`case-${index}`, caseWords(each), each));
    const rest = this.cases.length ? [one("case-else", say("table.case-else", { wish: wishWords(this.choose) }), null)] : [];
    const more =
      this.all.length > 1 && this.choose.length && this.isWhole && this.cases.length < MOST_CASES
        ? [{ key: "case-add", text: say("table.case-add"), run: () => this.add() }]
        : [];
    return [...(this.places.length && this.open === null ? super.choices : []), ...cases, ...rest, ...more];
  }

  // What has been thought out so far, null for nothing.
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

  // Where the domino fits somewhere a plan has to say where; what is wished for can be left open.
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
