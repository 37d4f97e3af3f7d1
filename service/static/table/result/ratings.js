// The rating changes of a rated game: a row of the scoring, filled when the service has rated the game.

import { element } from "../../shared/elements.js";
import { digits, formula } from "../../shared/formats.js";
import { pause } from "../../shared/pause.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";

const PAUSES = [0.3, 0.7, 1, 2, 4, 8]; // seconds until the next request

function signed(change) {
  if (change === 0) return formula(`±${digits(0)}`);
  return formula(change > 0 ? `+${digits(change)}` : `−${digits(-change)}`);
}

// "+12", and below it the new rating; a question mark shows that it is provisional.
function filled({ change, after }) {
  const now = formula(`${digits(after.rating)}${after.provisional ? "?" : ""}`);
  return [signed(change), element("small", { class: "muted" }, now)];
}

async function counted(game) {
  for (const seconds of PAUSES) {
    const found = await api(`/games/${game}/ratings`);
    if (found.status !== "pending") return found;
    await pause(1000 * seconds);
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
