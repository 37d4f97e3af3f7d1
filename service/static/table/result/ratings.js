// The rating changes of a rated game: a row of the scoring, filled when the service has rated the game.

import { element } from "../../shared/elements.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";

const PAUSES = [0.3, 0.7, 1, 2, 4, 8]; // seconds until the next request

function rest(seconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, 1000 * seconds);
  });
}

function signed(change) {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}

// "+12", and below it the new rating; a question mark shows that it is provisional.
function filled({ change, after }) {
  const now = `${after.rating}${after.provisional ? "?" : ""}`;
  return [signed(change), element("small", { class: "muted" }, now)];
}

async function counted(game) {
  for (const pause of PAUSES) {
    const found = await api(`/games/${game}/ratings`);
    if (found.status !== "pending") return found;
    await rest(pause);
  }
  return { status: "pending" };
}

// The row, empty at first, with a cell for each of these seats; further texts go to `told`.
export function ratingRow(state, seats, told) {
  const cells = seats.map(() => element("td", { class: "number-column" }, "…", element("small", { class: "muted" }, "\u00a0")));
  const row = element("tr", { class: "rating-row" }, element("th", { scope: "row" }, say("result.rating")), ...cells);
  counted(state.id).then(
    ({ status, changes, reason }) => {
      for (const [index, seat] of seats.entries()) {
        cells[index].replaceChildren(...(changes ? filled(changes[seat]) : ["–", element("small", {}, "\u00a0")]));
      }
      if (status === "annulled") told(say("result.annulled", { reason }));
      else if (status === "pending") told(say("result.rating-late"));
    },
    (problem) => told(problem.message),
  );
  return row;
}
