// The viewer's task, by the state and the legal moves.

import { halvesOf } from "../../board/domino.js";
import { Choosing, Discarding } from "./choosing.js";
import { Fire } from "./fire.js";
import { gainsOf } from "./legality.js";
import { Placing } from "./placing.js";
import { Paying, Settling, Taking } from "./recruit.js";
import { Totem } from "./totem.js";

// The free dominoes of a line.
export function freeOf(slots) {
  return slots.filter(({ seat }) => seat === null).map(({ domino }) => domino);
}

const TASKS = {
  place: (table, hooks, moves, _, answer) => {
    const { domino } = moves[0];
    const gains = gainsOf(answer, halvesOf(domino, table.origins));
    return new Placing(table, hooks, domino, moves, freeOf(table.state.next_line), gains);
  },
  discard: (table, hooks, [{ domino }]) => new Discarding(table, hooks, domino, freeOf(table.state.next_line)),
  choose: (table, hooks, moves, wished) => new Choosing(table, hooks, moves, wished),
  fire: (table, hooks, moves, _, answer) => new Fire(table, hooks, moves, answer),
  totem: (table, hooks, moves) => new Totem(table, hooks, moves),
  recruit: (table, hooks, moves, _, answer) => new Paying(table, hooks, moves, answer),
  take: (table, hooks, moves, _, answer) => new Taking(table, hooks, moves, answer),
  put: (table, hooks, moves, _, answer) => new Settling(table, hooks, moves, answer),
};

// The task of the seat to act, by the API's legal moves; `wished` are the dominoes wished for before, `table` is
// { state, events, kingdom, seat, limit, origins }.
export function taskOf(table, hooks, answer, wished) {
  return TASKS[table.state.to_act.types[0]](table, hooks, answer.moves, wished, answer);
}
