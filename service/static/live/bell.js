// The bell in the header: how many notices are unread, there and in the tab's title. Notices of the game that the reader looks at
// are read by that. Those that come meanwhile are not counted here, and marked as read only when the page is left: a move that
// is watched costs no request, and the turn's notice ends with the turn.

import { countInTitle } from "../shared/header.js";
import { api } from "../shared/session.js";
import { say } from "../shared/words.js";
import { followNotices, tellNotices } from "./follow.js";

const bell = document.getElementById("bell");
const here = /^\/(?:games|dynasties)\/([0-9a-f-]{36})/.exec(location.pathname)?.[1] ?? null;
let unread = Number(bell?.dataset.unread ?? 0);
let maybeHere = unread > 0; // whether some of them may be of the game on this page
let watched = 0; // how many of them came for this game while it was in sight
let kept = false;

function show() {
  const count = unread - watched;
  countInTitle(count);
  if (!bell) return;
  bell.setAttribute("aria-label", count ? say("notices.count", { count }) : say("notices.none"));
  bell.querySelector(".bell-count").textContent = count ? String(count) : "";
}

// Where it fails the notices stay unread, and the next look tries again.
async function markRead() {
  maybeHere = false;
  try {
    const left = await api("/me/notices/seen", { method: "PUT", body: { game: here }, keepalive: true });
    tellNotices(left.unread, here);
  } catch {
    maybeHere = true;
  }
}

// The page has come into sight, or is left.
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
  // Of several that came at once some may be of other games; a stream that begins tells of no game.
  if (more > 0 && (told.game === null || (isHere && (more > 1 || document.hidden)))) maybeHere = true;
  else if (isHere) watched += more;
  watched = Math.max(0, Math.min(watched, unread));
  show();
  if (!document.hidden) look();
}

// Keep the bell and the title up to date for as long as the page is there. Called again it does nothing.
export function keepBell() {
  if (!bell || kept) return;
  kept = true;
  show();
  followNotices(hear);
  document.addEventListener("visibilitychange", look);
  look();
}
