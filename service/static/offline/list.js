// The lobby without a connection: what it says of itself, and the games in which a move waits or was refused.

import { element } from "../shared/elements.js";
import { onWaiting, waitingOf } from "../shared/kept/waiting.js";
import { me } from "../shared/session.js";
import { say } from "../shared/words.js";
import { keepHere, keptAt, refusedWords, sendWhenBack, stoodAt } from "./here.js";

// A line of `told` for each game.
function lineOf({ game, refused }) {
  const words = refused ? refusedWords(refused) : say("offline.waits");
  return element("p", {}, element("a", { href: `/games/${game}` }, words));
}

async function show(place) {
  const turns = me() ? await waitingOf(me().id) : [];
  const stood = keptAt() === null ? [] : [element("p", {}, stoodAt(keptAt()))];
  place.replaceChildren(...stood, ...turns.map(lineOf));
}

// With the connection back the page is loaded anew, unless a link is being followed: that would lead nowhere.
function renewWhenBack() {
  let leaving = false;
  addEventListener("beforeunload", () => {
    leaving = true;
  });
  addEventListener("online", () => leaving || location.reload());
}

// Show both in `place`, and keep the page for the next time.
export function listOffline(place) {
  show(place);
  onWaiting(() => show(place));
  sendWhenBack();
  if (keptAt() !== null) renewWhenBack();
  keepHere().catch(() => {}); // without it nothing is kept
}
