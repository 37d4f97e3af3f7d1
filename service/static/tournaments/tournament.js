// The pages of a tournament: entering, and what changes with the record or with games that are shown, which the server renders
// again.

import { keepBell } from "../live/bell.js";
import { follow } from "../live/follow.js";
import { renderedAgain } from "../live/rendered.js";
import { followSeries } from "../live/series.js";
import { tellTimes } from "../live/times.js";
import { data } from "../shared/data.js";
import { attemptsAt } from "../shared/kept/attempts.js";
import { going, present } from "../shared/seats/opening.js";
import { showSent } from "../shared/seats/sent.js";
import { sitDown } from "../shared/seats/sitting.js";
import { say } from "../shared/words.js";

const { id, version, over, games } = data("tournament");
const renew = renderedAgain("head", "mine", "now", "live", "entry", "field", "acts");
/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#enter");

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  going(document.getElementById("told"), say("tournament.entering"), form.querySelectorAll("button"), async () => {
    await present(form.elements.name);
    await sitDown("tournaments", { id, key: new URLSearchParams(location.search).get("invitation") });
    return location.href;
  });
});
form?.removeAttribute("hidden");

if (document.getElementById("live") && !over) followSeries("tournaments", id, version, renew);
for (const [game, last] of Object.entries(games)) {
  follow(game, last, { events: renew, reset: renew, here: renew, hidden: renew, away: () => {} });
}
if (document.getElementById("sent")) attemptsAt(id).then(showSent);
tellTimes();
keepBell();
