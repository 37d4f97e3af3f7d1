// The turns of a seat that are known in advance, and the table that a planned turn is expected to lead to.

import { halvesOf } from "../../board/domino.js";
import { placesOf, sameness, squaresOf } from "../tasks/legality.js";
import { freeOf } from "../tasks/tasks.js";

const MOST_TURNS = 4; // as in the API

// The seat's next turn as far as it is known: the domino that it places, null for none, the dominoes that it can wish for, and
// whether others will be dealt for its choice, `dealt`. Null if nothing can be planned.
export function nextOf(state, seat) {
  const { status, round, rounds, line, next_line: next, to_act: turn } = state;
  if (status !== "active" || seat === null || turn?.seat === seat) return null;
  const mine = (slots) => slots.find((slot) => slot.seat === seat)?.domino;
  if (round === 0) return isToChoose(state, seat) ? firstChoice(state) : { domino: mine(line), free: [], dealt: true };
  if (mine(line)) return { domino: mine(line), free: freeOf(next), dealt: false };
  return mine(next) ? { domino: mine(next), free: [], dealt: round + 1 < rounds } : null;
}

// Before the first round: true if the seat has a king left for the line. A line can have one domino more than there are kings.
function isToChoose({ line, players }, seat) {
  return line.filter((slot) => slot.seat === seat).length < Math.floor(line.length / players.length);
}

// Two kings that choose at once cannot be planned (R21).
function firstChoice({ line, players, rules }) {
  const together = rules.game === "origins" && players.length === 2;
  return together ? null : { domino: null, free: freeOf(line), dealt: false };
}

// The wishes of a turn where only these dominoes are free. Those of a case that has occurred become the main ones, and the cases
// after it do not matter any more.
export function wishesNow({ choose = [], branches = [] }, free) {
  const still = (dominoes) => dominoes.filter((domino) => free.includes(domino));
  const left = branches.map((branch) => ({ taken: still(branch.taken), choose: still(branch.choose) }));
  const now = left.findIndex(({ taken }) => !taken.length);
  const cases = (now < 0 ? left : left.slice(0, now)).filter((each) => each.choose.length);
  return { choose: now < 0 ? still(choose) : left[now].choose, cases };
}

// The turns of a plan as it is stored, the next one first.
export function turnsOf({ then = [], ...first }) {
  return [first, ...then];
}

// The turns that are known, each on the table that the turns before it lead to: { table, next, places, place, choose, isWhole }.
// `next` is what `nextOf` returns; with `fire`, the player puts a fire before the choice. `places` are the legal ones, `place` and
// `choose` are what still fits of the planned turn. Only a turn that is whole, so that it leaves nothing to the player, has others after it.
export function courseOf(table, turns) {
  const course = [];
  for (let now = table; now !== null && course.length < MOST_TURNS; now = afterTurn(course.at(-1))) {
    const next = nextOf(now.state, now.seat);
    if (next === null) break;
    const step = stepOf(now, next, turns[course.length] ?? {});
    if (course.length && !step.places.length && !step.next.free.length) break; // nothing to plan
    course.push(step);
  }
  return course;
}

function stepOf(table, known, turn) {
  const { domino, free } = known;
  const halves = domino === null ? [] : halvesOf(domino, table.origins);
  const places = domino === null ? [] : placesOf(table.kingdom, table.limit, halves);
  const fire = free.length > 0 && places.length > 0 && halves.some(({ craters }) => craters);
  const next = fire ? { ...known, free: [], fire } : known;
  const { choose } = wishesNow(turn, next.free);
  const isLegal = (place) => places.some((each) => sameness(each, halves) === sameness(place, halves));
  const place = turn.place && turn.place.domino === domino && isLegal(turn.place) ? turn.place : null;
  const isPlaced = place !== null || !places.length;
  const isChosen = choose.length > 0 || !(next.free.length || next.dealt || fire);
  return { table, next, halves, places, place, choose, isWhole: isPlaced && isChosen };
}

// The table after a turn; null if it is not whole, so that nothing can be planned after it.
function afterTurn({ table, next, halves, place, choose, isWhole }) {
  if (!isWhole) return null;
  const { state, seat, kingdom } = table;
  const [wish] = choose;
  const without = (slots) =>
    slots.filter(({ domino }) => domino !== next.domino).map((slot) => (slot.domino === wish ? { ...slot, seat } : slot));
  const covered = place ? squaresOf(place).map((square, half) => ({ ...halves[half], ...square, domino: place.domino })) : [];
  return {
    ...table,
    state: { ...state, line: without(state.line), next_line: without(state.next_line) },
    kingdom: { ...kingdom, cells: [...kingdom.cells, ...covered] },
  };
}
