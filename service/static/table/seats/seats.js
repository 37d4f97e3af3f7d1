// Who sits here: sitting down, bots, seats that were left, and playing again.

import { data } from "../../shared/data.js";
import { element } from "../../shared/elements.js";
import { BOTS, botName, nameOf } from "../../shared/names.js";
import { entropy, join, pageOf } from "../../shared/opening.js";
import { me, signIn } from "../../shared/session.js";
import { shareLink } from "../../shared/sharing.js";
import { say } from "../../shared/words.js";
import { possible } from "./actions.js";
import { button } from "../controls/bar.js";
import { command } from "../controls/sending.js";

// The viewer's seat, null for a spectator.
export function seatOf({ players }) {
  const here = me()?.id;
  return players.find(({ player }) => here && player === here)?.seat ?? null;
}

function sitting(state, act) {
  if (possible(state, "join").length || !me()) {
    return [
      button(
        "join",
        say("table.join"),
        () =>
          act(async () => {
            if (!me()) await signIn(say("table.guest"));
            await join(state.id);
          }),
        { kind: "button primary" },
      ),
    ];
  }
  return possible(state, "bots").flatMap(() =>
    BOTS.map((policy) =>
      button(`bot-${policy}`, say("table.seat-bot", { name: botName(policy, state.players.length) }), () =>
        act(() => command(`/games/${state.id}/bots`, { policy })),
      ),
    ),
  );
}

// A table that waits for players: who is here, and the way to a seat. `act(way)` does it and shows what came of it.
export function openTable(state, seat, seats, act) {
  const free = seats - state.players.length;
  return element(
    "div",
    { class: "stack-tight" },
    element("h2", {}, say("table.waiting", { count: free })),
    element("ul", {}, ...state.players.map((player) => element("li", {}, nameOf(player)))),
    element("div", { class: "row" }, ...sitting(state, act)),
    ...(seat === null ? [] : [shareLink(data("table").share ?? location.href)]),
  );
}

// Play again with the same people, a `games` or three in a row, `dynasties`: the address of the new table.
async function rematch(game, series) {
  const body = { dynasty: series === "dynasties", entropy: entropy() };
  const { id } = await command(`/games/${game}/rematch`, body);
  return pageOf(series, id);
}

// The buttons for that.
export function playAgain(state, act) {
  return possible(state, "rematch").map(({ dynasty = false }) => {
    const [key, series] = dynasty ? ["rematch-dynasty", "dynasties"] : ["rematch", "games"];
    return button(key, say(`table.${key}`), () => act(async () => location.assign(await rematch(state.id, series))), {
      kind: dynasty ? undefined : "button primary",
    });
  });
}

// A seat that somebody left can be taken over by who has none.
export function takeOvers(state, act) {
  return possible(state, "takeover").map(({ seat }) =>
    button(`take-${seat}`, say("table.take-over", { name: nameOf(state.players[seat]) }), () =>
      act(() => command(`/games/${state.id}/takeover`, { seat })),
    ),
  );
}
