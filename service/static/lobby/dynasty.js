// A dynasty's page: taking a seat, adding bots, the link to the running game, a reload after each event, and what follows the end.

import { followSeries } from "../live/series.js";
import { data } from "../shared/data.js";
import { keepBell } from "../live/bell.js";
import { going, join, present, WAITING } from "../shared/seats/opening.js";
import { attemptsAt } from "../shared/kept/attempts.js";
import { rematch } from "../shared/seats/rematch.js";
import { showSent } from "../shared/seats/sent.js";
import { api } from "../shared/session.js";
import { shareButton } from "../shared/sharing.js";
import { say } from "../shared/words.js";

const { dynasty, version, over, seated, running, last, bots } = data("dynasty");
/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#join");

let sitting = false; // true while a seat is being taken, and after it until the page is left

const tableOf = (game) => `/games/${game}${location.search}`;

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  going(document.getElementById("told"), say("lobby.joining"), form.querySelectorAll("button"), async () => {
    await present(form.elements.name);
    return sitDown();
  });
});
form?.removeAttribute("hidden");

/** @type {HTMLFormElement & { elements: any }} */
const bot = document.querySelector("#bot");

// If the URL does not change, the next event reloads the page.
bot?.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = { policy: bot.elements.policy.value };
  going(document.getElementById("told"), say("lobby.seating"), bot.querySelectorAll("button"), async () => {
    await api(`/dynasties/${dynasty}/bots`, { method: "POST", body });
    return `${location.pathname}${location.search}${WAITING}`;
  });
});
bot?.removeAttribute("hidden");

// After the end: the same people play again, as after the last game, and the standings can be shared.
const afterwards = document.getElementById("afterwards");
if (afterwards) {
  const told = document.getElementById("told");
  const buttons = afterwards.querySelectorAll("button");
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () =>
      going(told, say("lobby.opening"), buttons, () => rematch(last, button.dataset.again, bots)),
    );
  }
  afterwards.append(shareButton(location.href, told));
}

// The URL at which to wait. Events that arrive meanwhile must not reload this page instead.
async function sitDown() {
  sitting = true;
  try {
    return (await join(dynasty, "dynasties")) + WAITING;
  } catch (problem) {
    sitting = false;
    throw problem;
  }
}

// The server renders the page, so request it again.
function heard({ type, data: { game } }) {
  if (seated && type === "DynastyGameStarted") {
    location.replace(tableOf(game));
    return;
  }
  if (seated) history.replaceState(null, "", WAITING);
  if (!sitting) location.reload();
}

// A player who sat down here has the same URL without WAITING. A player from elsewhere may stay.
addEventListener("hashchange", () => location.reload());
if (seated && running && location.hash === WAITING) location.replace(tableOf(running));
else if (!over) followSeries("dynasties", dynasty, version, heard);
attemptsAt(dynasty).then(showSent);
keepBell();
