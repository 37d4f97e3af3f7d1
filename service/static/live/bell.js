// The bell: the number of unread notices, in the header and in the tab's title. Viewing a game marks its notices as read.
// Notices that arrive while the game is in view are not counted here, and are marked as read only on leaving the page: a watched
// move costs no request, and the turn's notice ends with the turn.

import { countInTitle } from "../shared/header.js";
import { api } from "../shared/session.js";
import { say } from "../shared/words.js";
import { followNotices, tellNotices } from "./follow.js";

const bell = document.getElementById("bell");
const here = /^\/(?:games|dynasties|tournaments)\/([0-9a-f-]{36})/.exec(location.pathname)?.[1] ?? null;
let unread = Number(bell?.dataset.unread ?? 0);
let maybeHere = unread > 0; // true if some of them may be about the game on this page
let watched = 0; // the number that arrived for this game while it was in view
let kept = false;

function show() {
  const count = unread - watched;
  countInTitle(count);
  if (!bell) return;
  bell.setAttribute("aria-label", count ? say("notices.count", { count }) : say("notices.none"));
  bell.querySelector(".bell-count").textContent = count ? String(count) : "";
}

// If the request fails, the notices stay unread, and the next view tries again.
async function markRead() {
  maybeHere = false;
  try {
    const left = await api("/me/notices/seen", { method: "PUT", body: { game: here }, keepalive: true });
    tellNotices(left.unread, here);
  } catch {
    maybeHere = true;
  }
}

// The page came into view, or is being left.
function look() {
  const some = document.hidden ? watched > 0 : maybeHere && unread > 0;
  if (here !== null && some) markRead();
}

async function lookAgain() {
  const found = await api("/me/notices?limit=1").catch(() => null);
  if (!found) return;
  maybeHere = true;
  hear({ unread: found.unread, game: null });
}

function hear(told) {
  if (told === null) {
    lookAgain();
    return;
  }
  const more = told.unread - unread;
  const isHere = here !== null && told.game === here;
  unread = told.unread;
  // If several arrive at once, some may be about other games; the first message of a stream names no game.
  if (more > 0 && (told.game === null || (isHere && (more > 1 || document.hidden)))) maybeHere = true;
  else if (isHere) watched += more;
  watched = Math.max(0, Math.min(watched, unread));
  show();
  if (!document.hidden) look();
}

// Keep the bell and the title up to date while the page is open. A second call does nothing.
export function keepBell() {
  if (!bell || kept) return;
  kept = true;
  show();
  followNotices(hear);
  document.addEventListener("visibilitychange", look);
  look();
}
