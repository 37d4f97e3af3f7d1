// Planning the next turns: for each a trial on the viewer's board like a move, with several wishes, and others for the case that
// another player chooses a certain domino.

import { gainWords } from "../../board/hints.js";
import { say, sequence } from "../../shared/words.js";
import { sameness } from "../tasks/legality.js";
import { Placing } from "../tasks/placing.js";
import { courseOf, turnsOf, wishesNow } from "./coming.js";
import { coveredBy, drawTurns, markOf } from "./ghosts.js";
import { caseWords, elseWords } from "./plan_words.js";

const MOST_CASES = 8;

// What there is to plan, in words, and what cannot be known yet.
function wordsOf(next, fits, index) {
  const words = wordsOfTurn(next, fits, index);
  return index ? say("table.plan-of-turn", { turn: index + 1, plan: words }) : words;
}

function wordsOfTurn({ domino, free, dealt, fire }, fits, index) {
  if (domino === null) return say(index ? "table.plan-then-choose" : "table.plan-choose");
  if (fire) return say("table.plan-fire", { domino });
  if (free.length) return say(fits ? (index ? "table.plan-then" : "table.plan") : "table.plan-nowhere", { domino });
  if (!fits) return say(dealt ? "table.plan-nothing" : "table.plan-nothing-last", { domino });
  return say(dealt ? "table.plan-dealt" : "table.plan-last", { domino });
}

function toggled(dominoes, domino) {
  const others = dominoes.filter((other) => other !== domino);
  return others.length < dominoes.length ? others : [...dominoes, domino];
}

// A plan as the trial of a turn with this domino in hand, in which these dominoes are free.
export function triedOf(plan, hand, free) {
  const { domino, ...place } = plan.place ?? {};
  const { choose } = wishesNow(plan, free);
  return { wished: choose.slice(0, 1), ...(domino !== undefined && domino === hand && { place }) };
}

export class Planning extends Placing {
  asks = true;
  cases = []; // other wishes of the turn, { taken, choose }, for the case that others have chosen all of `taken`
  choose = []; // its wishes if no case applies
  open = null; // the case being edited, null for none
  index = 0; // the turn being edited
  before = []; // the turns before it, on their tables

  // `plan` is the plan to edit, null for none; `index` is the turn to begin with, if it is known.
  constructor(table, hooks, plan, index = 0) {
    super(table, hooks, null, [], []);
    this.now = table;
    this.turns = turnsOf(plan ?? {});
    this.begin(Math.min(index, this.turns.length - 1));
  }

  // Edit a turn, on the table that the turns before it lead to.
  begin(index) {
    const course = courseOf(this.now, this.turns);
    this.index = Math.min(index, course.length - 1);
    const { table, next, places } = course[this.index];
    this.before = course.slice(0, this.index);
    this.isAhead = this.index > 0;
    this.table = table;
    this.all = next.free;
    this.question = null;
    this.offers = new Map();
    this.setHand(next.domino, places);
    Object.assign(this, { trial: null, laid: false, at: null, direction: "east", choose: [], cases: [] });
    this.words = wordsOf(next, places.length > 0, this.index);
    this.resume(this.turns[this.index] ?? {});
  }

  // Edit another turn; one that is not planned as far as it must be is dropped, with those after it.
  go(index) {
    this.turns = this.ready ? this.kept : this.edited.slice(0, this.index);
    if (index === this.turns.length) this.turns.push({});
    this.begin(index);
    this.hooks.refused("");
    this.hooks.changed();
    this.hooks.said(this.heading);
  }

  // Continue a turn as far as it still fits.
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

  // Undo the case being edited, or else the turn with those after it: of a later turn the one before it is edited again.
  back() {
    this.cases = this.open === null ? [] : this.cases.filter((each) => each !== this.open);
    if (this.open !== null) return this.edit(null);
    this.turns = this.edited.slice(0, Math.max(this.index, 1));
    if (this.index > 0) {
      this.begin(this.index - 1);
      this.hooks.refused("");
      return this.hooks.changed();
    }
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
    return super.started || this.open !== null || this.index > 0;
  }

  get isWhole() {
    return this.cases.every(({ taken, choose }) => taken.length && choose.length);
  }

  get choices() {
    const one = (key, text, open) => ({ key, text, pressed: this.open === open, run: () => this.edit(open) });
    const cases = this.cases.map((each, index) => one(`case-${index}`, caseWords(each), each));
    const rest = this.cases.length ? [one("case-else", elseWords(this.choose), null)] : [];
    const more =
      this.all.length > 1 && this.isWhole && this.cases.length < MOST_CASES
        ? [{ key: "case-add", text: say("table.case-add"), run: () => this.add() }]
        : [];
    const ways = [...(this.places.length && this.open === null ? super.choices : []), ...cases, ...rest, ...more];
    // Turns to go to come first, so that they share a row; the first offer of another turn moves no button.
    return this.turns.length > 1 ? [...this.others, ...ways] : [...ways, ...this.others];
  }

  // Buttons for the turns of the plan, if it has several, and one that adds a turn, if it is known.
  get others() {
    if (this.open !== null || !this.isWhole) return [];
    const known = courseOf(this.now, this.edited).length;
    const planned = Math.min(this.turns.length, known);
    const button = (index, text, pressed) => ({
      key: `plan-turn-${index}`,
      text: say(text, { turn: index + 1 }),
      pressed,
      run: () => this.go(index),
    });
    const all = Array.from({ length: planned }, (_, index) => button(index, "table.plan-turn", index === this.index));
    return [...(planned > 1 ? all : []), ...(planned < known ? [button(planned, "table.plan-turn-add")] : [])];
  }

  // All turns, with the one being edited as it is now.
  get edited() {
    return this.turns.map((turn, index) => (index === this.index ? this.part : turn));
  }

  // Those that can be carried out, up to the one being edited in any case.
  get kept() {
    const course = courseOf(this.now, this.edited);
    const lost = course.findIndex(
      ({ places, place, choose }, index) => index > this.index && (places.length ? !place : !choose.length),
    );
    return this.edited.slice(0, lost < 0 ? Math.max(course.length, this.index + 1) : lost);
  }

  // The plan so far, null for none.
  get tried() {
    const draft = this.draft;
    return Object.keys(draft).length ? draft : null;
  }

  retry(plan) {
    this.turns = turnsOf(plan);
    this.begin(0);
  }

  get draft() {
    const [first, ...then] = this.kept;
    return { ...first, ...(then.length && { then }) };
  }

  // The turn being edited, as it is stored.
  get part() {
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
    return taken.length ? say("table.case-wish", { domino: sequence(taken) }) : say("table.case-taken");
  }

  get summary() {
    return say("table.do-plan");
  }

  // The board shows the squares of the turns before, too.
  get reach() {
    return [...this.lit, ...coveredBy(this.before)];
  }

  markOf(domino) {
    return markOf(domino, [...this.before.map(({ choose }) => choose), this.wished], this.turns.length === 1);
  }

  draw(board) {
    drawTurns(board, this.before, false);
    super.draw(board);
  }

  carryOut(act) {
    return act.plan(this.ready);
  }
}
