// The pages of a tournament: entering, and what changes with the record or with games that are shown, which the server renders
// again.

import { keepBell } from "../live/bell.js";
import { renderedWithGames } from "../live/rendered.js";
import { followSeries } from "../live/series.js";
import { tellTimes } from "../live/times.js";
import { data } from "../shared/data.js";
import { attemptsAt } from "../shared/kept/attempts.js";
import { going, present, sitDown } from "../shared/seats/opening.js";
import { showSent } from "../shared/seats/sent.js";
import { say } from "../shared/words.js";

const { id, version, over } = data("tournament");
const renew = renderedWithGames(
  ["head", "mine", "now", "live", "entry", "field", "acts"],
  (page) => data("tournament", page)?.games ?? {},
);
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
if (document.getElementById("sent")) attemptsAt(id).then(showSent);
tellTimes();
keepBell();
