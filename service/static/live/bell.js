// The bell in the header: how many notices are unread, there and in the tab's title. Notices of the game that the reader looks at
// are read by that.

import { countInTitle } from "../shared/header.js";
import { api } from "../shared/session.js";
import { say } from "../shared/words.js";
import { followNotices, tellNotices } from "./follow.js";

const bell = document.getElementById("bell");
const here = /^\/(?:games|dynasties)\/([0-9a-f-]{36})/.exec(location.pathname)?.[1] ?? null;
let unread = Number(bell?.dataset.unread ?? 0);
let maybeHere = unread > 0; // whether some of them may be of the game on this page

function show() {
  countInTitle(unread);
  if (!bell) return;
  bell.setAttribute("aria-label", unread ? say("notices.count", { count: unread }) : say("notices.none"));
  bell.querySelector(".bell-count").textContent = unread ? String(unread) : "";
}

// Where it fails the notices stay unread, and the next look tries again.
async function readHere() {
  if (here === null || document.hidden || !maybeHere || !unread) return;
  maybeHere = false;
  try {
    const left = await api("/me/notices/seen", { method: "PUT", body: { game: here } });
    tellNotices(left.unread);
  } catch {
    maybeHere = true;
  }
}

async function lookAgain() {
  const found = await api("/me/notices?limit=1").catch(() => null);
  if (found) hear({ unread: found.unread, game: null });
}

function hear(told) {
  if (told === null) return lookAgain();
  ({ unread } = told);
  maybeHere ||= told.game === here;
  show();
  return readHere();
}

// Keep the bell and the title up to date for as long as the page is there.
export function keepBell() {
  if (!bell) return;
  show();
  followNotices(hear);
  document.addEventListener("visibilitychange", readHere);
  readHere();
}
