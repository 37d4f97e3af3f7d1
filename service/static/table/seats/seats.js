// Seats: sitting down, adding bots, taking over seats that were left, and playing again.

import { data } from "../../shared/data.js";
import { element } from "../../shared/elements.js";
import { LEVELS, botName, nameOf } from "../../shared/names.js";
import { join, present } from "../../shared/seats/opening.js";
import { rematch } from "../../shared/seats/rematch.js";
import { me } from "../../shared/session.js";
import { shareLink } from "./sharing.js";
import { listed, say } from "../../shared/words.js";
import { possible } from "./actions.js";
import { button } from "../controls/bar.js";
import { command } from "../controls/sending.js";

// The viewer's seat, null for a spectator.
export function seatOf({ players }) {
  const here = me()?.id;
  return players.find(({ player }) => here && player === here)?.seat ?? null;
}

// The terms of the table, from the server's page before the script replaced it.
const terms = document.getElementById("terms");
// The field for a guest's name. It stays while its surroundings are redrawn.
const nameField = element("input", {
  ...{ name: "name", maxlength: "40", autocomplete: "nickname", placeholder: say("table.guest"), "data-key": "name" },
});

function sitDown(state, act) {
  const field = element("label", { class: "field" }, element("span", {}, say("table.your-name")), nameField);
  const seatButton = button(
    "join",
    say("table.join"),
    () =>
      act(async () => {
        await present(nameField);
        await join(state.id);
      }),
    { kind: "button primary" },
  );
  return [...(me() ? [] : [field]), seatButton];
}

function bots(state, act) {
  return possible(state, "bots").flatMap(() =>
    LEVELS.map(({ policy, level }) =>
      button(`bot-${policy}`, say("table.seat-bot", { name: botName(policy, state.players.length), level }), () =>
        act(() => command(`/games/${state.id}/bots`, { policy })),
      ),
    ),
  );
}

// The last player may sit down while this viewer loses the right to watch, so the game's beginning is not seen.
function waiting(count) {
  return count === 0 ? say("table.full") : say("table.waiting", { count });
}

// A table that waits for players: its terms, its players, and the form for a seat. `act(way)` runs an action and shows its
// outcome.
export function openTable(state, seat, seats, act) {
  const count = seats - state.players.length;
  const mayJoin = possible(state, "join").length > 0 || !me();
  const [host] = state.players;
  const title = mayJoin && host ? say("table.invites", { name: nameOf(host) }) : waiting(count);
  const names = listed(state.players.map(nameOf));
  return element(
    "div",
    { class: "stack-tight invitation" },
    element("h2", {}, title),
    ...(host ? [element("p", {}, say("table.at-table", { names }))] : []),
    ...(seat === null ? [] : [shareLink(data("table").share ?? location.href)]),
    ...(terms ? [terms] : []),
    element("div", { class: "row" }, ...(mayJoin ? sitDown(state, act) : bots(state, act))),
  );
}

// The buttons for playing again.
export function playAgain(state, act) {
  const withBots = state.players.some(({ bot }) => bot);
  return possible(state, "rematch").map(({ dynasty = false }) => {
    const [key, series] = dynasty ? ["rematch-dynasty", "dynasties"] : ["rematch", "games"];
    const begin = async () => location.assign(await rematch(state.id, series, withBots));
    return button(key, say(`table.${key}`), () => act(begin), { kind: dynasty ? undefined : "button primary" });
  });
}

// A viewer without a seat can take over one that was left.
export function takeOvers(state, act) {
  return possible(state, "takeover").map(({ seat }) =>
    button(`take-${seat}`, say("table.take-over", { name: nameOf(state.players[seat]) }), () =>
      act(() => command(`/games/${state.id}/takeover`, { seat })),
    ),
  );
}
