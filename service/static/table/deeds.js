// What one seldom does at a table: when it may be done, what is asked before, how it is sent.

import { nameOf } from "../names.js";
import { api } from "../session.js";
import { say } from "../words.js";
import { button } from "./bar.js";
import { secondsUntil } from "./clock.js";
import { command } from "./sending.js";
import { sure } from "./sure.js";
import { onVacation } from "./vacations.js";

function begun({ kingdoms }) {
  return kingdoms.some(({ cells, discarded }) => cells.length + discarded.length > 0);
}

function late({ deadline, on_timeout: way }) {
  return way === "claim" && typeof deadline === "number" && secondsUntil(deadline) === 0;
}

// A bot that plays since all time was used up plays on to the end.
function canReturn({ to_act: turn, clock }, seat) {
  return turn?.seat !== seat && clock?.policy !== "bank";
}

const post = (path) => (game) => command(`/games/${game}/${path}`);
const endVacation = (game) => api(`/games/${game}/vacation`, { method: "DELETE" });

// What the one on this seat can do in this state; `dynasty` is the id of the one that the game belongs to, `days` how
// many of vacation are left, both null for none. `urgent` ones stand beside the board, `asks` have a question.
export function deedsOf(state, seat, { dynasty, days }) {
  if (seat === null || state.players[seat].left) return [];
  const player = state.players[seat];
  const active = state.status === "active";
  const present = active && !player.away;
  const agreed = state.agreed ?? [];
  return [
    { name: "return", send: post("return"), when: active && player.away && canReturn(state, seat), urgent: true },
    { name: "claim", send: post("claim"), when: active && late(state) && state.to_act.seat !== seat, urgent: true, asks: true },
    { name: "agree", send: post("end"), when: present && agreed.length && !agreed.includes(seat), urgent: true, asks: true },
    { name: "end", send: post("end"), when: present && !agreed.length, asks: true },
    { name: "vacation", send: post("vacation"), when: active && days > 0 && !onVacation(player), asks: true },
    { name: "vacation-over", send: endVacation, when: active && onVacation(player) },
    { name: "abort", send: post("abort"), when: (active || state.status === "open") && !begun(state) && !dynasty, asks: true },
    { name: "resign", send: post("resign"), when: active, asks: true },
  ].filter(({ when }) => when);
}

// A button for each; `act(way)` does it and shows what came of it.
export function deedButtons(deeds, state, act, days) {
  const values = { count: days, name: state.to_act ? nameOf(state.players[state.to_act.seat]) : "" };
  return deeds.map(({ name, send, asks }) => button(`deed-${name}`, say(`table.${name}`, values), async () => {
    if (asks && !(await sure(say(`table.sure-${name}`, values), say(`table.${name}`, values)))) return;
    act(() => send(state.id));
  }));
}
