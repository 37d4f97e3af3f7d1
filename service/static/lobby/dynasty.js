// A dynasty's page: taking a seat, the way on to the game that runs, and looking again whenever something happens.

import { followDynasty } from "../live/dynasty.js";
import { data } from "../shared/data.js";
import { keepBell } from "../live/bell.js";
import { going, join, present } from "../shared/opening.js";
import { say } from "../shared/words.js";

// In the address of who waits here for a game: as soon as it runs the page leads there. Who comes from elsewhere may stay.
const WAITING = "#waiting";

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

// Who has sat down here is at the same address, but for WAITING.
addEventListener("hashchange", () => location.reload());
if (seated && running && location.hash === WAITING) location.replace(tableOf(running));
else if (!over) followDynasty(dynasty, version, heard);
keepBell();
