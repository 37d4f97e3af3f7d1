// Who sits here and who leaves: sitting down, bots, and the small menu of what one seldom does.

import { element } from "../elements.js";
import { nameOf } from "../names.js";
import { join } from "../opening.js";
import { me, signIn } from "../session.js";
import { say } from "../words.js";
import { secondsUntil } from "./clock.js";
import { command } from "./sending.js";

const BOTS = ["steady", "greedy", "random"];

// The viewer's seat, null for a spectator.
export function seatOf({ players }) {
  const here = me()?.id;
  return players.find(({ player }) => here && player === here)?.seat ?? null;
}

function begun({ kingdoms }) {
  return kingdoms.some(({ cells }) => cells.length > 0);
}

function late({ deadline, on_timeout: way }) {
  return way === "claim" && typeof deadline === "number" && secondsUntil(deadline) === 0;
}

// What can be done in this state by the one on this seat, in the menu: `asks` are those that are confirmed.
export function deedsOf(state, seat) {
  const active = state.status === "active" && seat !== null;
  const player = state.players[seat];
  const here = active && !player.left;
  return [
    { name: "return", when: here && player.away },
    { name: "claim", when: here && late(state) && state.to_act?.seat !== seat },
    { name: "end", when: here && !state.agreed?.includes(seat), asks: true },
    { name: "abort", when: here && !begun(state), asks: true },
    { name: "resign", when: here, asks: true },
  ].filter(({ when }) => when);
}

export function doDeed(game, name) {
  return command(`/games/${game}/${name}`);
}

function button(key, text, run, kind = "button") {
  const made = element("button", { class: kind, type: "button", "data-key": key }, text);
  made.addEventListener("click", run);
  return made;
}

function sitting(state, seat, act) {
  if (seat === null) {
    return [button("join", say("table.join"), () => act(async () => {
      if (!me()) await signIn(say("table.guest"));
      await join(state.id);
    }), "button primary")];
  }
  return BOTS.map((policy) => button(`bot-${policy}`, say("table.seat-bot", { name: say(`name.bot.${policy}`) }),
    () => act(() => command(`/games/${state.id}/bots`, { policy }))));
}

// A table that waits for players: who is here, and the way to a seat. `act(way)` does it and shows what came of it.
export function openTable(state, seat, seats, act) {
  const free = seats - state.players.length;
  return element("div", { class: "stack-tight" },
    element("h2", {}, say("table.waiting", { count: free })),
    element("ul", {}, ...state.players.map((player) => element("li", {}, nameOf(player)))),
    element("div", { class: "row" }, ...sitting(state, seat, act)));
}

// Play again with the same people: the address of the new table.
export async function rematch(game) {
  const { id } = await command(`/games/${game}/rematch`, {});
  return `/games/${id}`;
}

// A seat that somebody left can be taken over by who has none.
export function takeOvers(state, seat, act) {
  if (seat !== null || state.status !== "active" || !me()) return [];
  return state.players.filter(({ left }) => left).map((player) =>
    button(`take-${player.seat}`, say("table.take-over", { name: nameOf(player) }),
      () => act(() => command(`/games/${state.id}/takeover`, { seat: player.seat }))));
}
