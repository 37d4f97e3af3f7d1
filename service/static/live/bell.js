// The bell: the number of unread notices, in the header and in the tab's title. Viewing a game marks its notices as read.
// Notices that arrive while the game is in view are not counted here, and are marked as read only on leaving the page: a watched
// move costs no request, and the turn's notice ends with the turn.

import { number } from "../shared/formats.js";
import { countInTitle } from "../shared/header.js";
import { api } from "../shared/session.js";
import { say } from "../shared/words.js";
import { followNotices, tellNotices } from "./follow.js";

const bellHere = () => document.getElementById("bell");
const here = /^\/(?:games|dynasties|tournaments)\/([0-9a-f-]{36})/.exec(location.pathname)?.[1] ?? null;
let unread = Number(bellHere()?.dataset.unread ?? 0);
let maybeHere = unread > 0; // true if some of them may be about the game on this page
let watched = 0; // the number that arrived for this game while it was in view
let kept = false;

// The icon of the installed app; declarative push messages set the same number while no page is open.
function countOnIcon(count) {
  /** @type {any} */ (navigator).setAppBadge?.(count).catch(() => {});
}

function show() {
  const count = unread - watched;
  countInTitle(count);
  countOnIcon(count);
  const bell = bellHere();
  if (!bell) return;
  bell.setAttribute("aria-label", count ? say("notices.count", { count }) : say("notices.none"));
  bell.querySelector(".bell-count").textContent = count ? number(count) : "";
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
  // If several arrive at once, each may be about this game, or about another; the first message of a stream names no game.
  if (more > 1 || (more > 0 && (told.game === null || (isHere && document.hidden)))) maybeHere = true;
  else if (isHere) watched += more;
  watched = Math.max(0, Math.min(watched, unread));
  show();
  if (!document.hidden) look();
}

// Keep the bell and the title up to date while the page is open. A second call does nothing. For a guest who signed in on the page,
// call it when they have their seat.
export function keepBell() {
  if (!bellHere() || kept) return;
  kept = true;
  show();
  followNotices(hear);
  document.addEventListener("visibilitychange", look);
  look();
}
