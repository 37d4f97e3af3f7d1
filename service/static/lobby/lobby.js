// The lobby: starting a game against bots, and taking a seat at an open table. The server renders the content.

import { keepBell } from "../live/bell.js";
import { followMine } from "../live/follow.js";
import { renderedAgain } from "../live/rendered.js";
import { tellTimes } from "../live/times.js";
import { tellVisits } from "../live/visited.js";
import { listOffline } from "../offline/list.js";
import { going, join, open, present } from "../shared/seats/opening.js";
import { say } from "../shared/words.js";
import { isDone, movesMade, STEPS } from "../tutorial/progress.js";

const told = document.getElementById("told");
/** @type {HTMLFormElement & { elements: any }} */
const quick = document.querySelector("#quick");

function rulesOf(kind) {
  return kind === "kingdomino" ? { game: kind } : { game: "origins", mode: kind };
}

async function start({ name, kind, bots, policy }) {
  await present(name);
  const others = Number(bots.value);
  const body = { players: others + 1, rules: rulesOf(kind.value) };
  return open("games", body, Array(others).fill(policy.value));
}

function takeSeats() {
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = document.querySelectorAll("#open button");
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () =>
      going(told, say("lobby.joining"), [button], async () => {
        await present(quick.elements.name);
        return join(button.dataset.table, button.dataset.series);
      }),
    );
  }
}

// The tutorial is offered to new players; not to a browser in which it was finished, and if it was begun it continues.
function offerFirstGame() {
  const offer = document.getElementById("first-game");
  const made = movesMade();
  if (offer && isDone()) offer.remove();
  else if (offer && made) {
    offer.querySelector("a").textContent = say("tutorial.go-on", { number: made.length + 1, steps: STEPS });
  }
}

tellTimes();
tellVisits();
followMine(renderedAgain(["mine", "mine-over"]));
offerFirstGame();
listOffline(document.getElementById("offline"));
if (quick) {
  quick.hidden = false;
  quick.addEventListener("submit", (event) => {
    event.preventDefault();
    going(told, say("lobby.opening"), quick.querySelectorAll("button"), () => start(quick.elements));
  });
  takeSeats();
}

keepBell();
