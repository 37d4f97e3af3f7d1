// Lists of games, for readers without an account: how much happened in each game since the last visit from this browser. The
// server does the same for an account (`unseen` in `templates/lobby/parts.html`).

import { visitOf } from "../shared/kept/visits.js";
import { say } from "../shared/words.js";

// Show the links to the first new event, at which the server has left a place; those that are shown already stay as they are.
export function tellVisits() {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const places = document.querySelectorAll("a.unseen[data-game][hidden]");
  for (const place of places) {
    const seen = visitOf(place.dataset.game);
    const count = seen === null ? 0 : Number(place.dataset.version) - seen;
    if (count <= 0) continue;
    place.setAttribute("href", `${place.getAttribute("href")}?version=${seen + 1}`);
    place.textContent = say("visits.new", { count });
    place.hidden = false;
  }
}
