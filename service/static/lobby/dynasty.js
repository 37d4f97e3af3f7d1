// A dynasty's page: taking a seat, adding bots, the way on to the game that runs, and looking again whenever something happens.

import { followDynasty } from "../live/dynasty.js";
import { data } from "../shared/data.js";
import { keepBell } from "../live/bell.js";
import { going, join, present, WAITING } from "../shared/opening.js";
import { api } from "../shared/session.js";
import { say } from "../shared/words.js";

const { dynasty, version, over, seated, running } = data("dynasty");
/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#join");

let sitting = false; // whether a seat is being taken, or was, and the page is about to be left

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

// Where nothing changes in the address, what is heard loads the page again.
bot?.addEventListener("submit", (event) => {
  event.preventDefault();
  const body = { policy: bot.elements.policy.value };
  going(document.getElementById("told"), say("lobby.seating"), bot.querySelectorAll("button"), async () => {
    await api(`/dynasties/${dynasty}/bots`, { method: "POST", body });
    return `${location.pathname}${location.search}${WAITING}`;
  });
});
bot?.removeAttribute("hidden");

// The address to wait at. What is heard meanwhile must not load this page again instead.
async function sitDown() {
  sitting = true;
  try {
    return (await join(dynasty, "dynasties")) + WAITING;
  } catch (problem) {
    sitting = false;
    throw problem;
  }
}

// The page is written by the server, which is asked for it again.
function heard({ type, data: { game } }) {
  if (seated && type === "DynastyGameStarted") {
    location.replace(tableOf(game));
    return;
  }
  if (seated) history.replaceState(null, "", WAITING);
  if (!sitting) location.reload();
}

// Who has sat down here is at the same address, but for WAITING. Who comes from elsewhere may stay.
addEventListener("hashchange", () => location.reload());
if (seated && running && location.hash === WAITING) location.replace(tableOf(running));
else if (!over) followDynasty(dynasty, version, heard);
keepBell();
