// What of every page's frame changes while the page is open: the header's way to one's account, where the server wrote it for who
// was here before, and the tab's title.

import { say } from "./words.js";

let title = document.title;
let unread = 0;

export function showInHeader(player) {
  /** @type {HTMLAnchorElement} */
  const link = document.querySelector("#account a");
  if (!link) return; // an embedded page has no header
  link.textContent = player ? player.name : say("session.sign-in");
  link.href = player ? "/account" : "/sign-in";
  if (!player) document.getElementById("bell")?.remove();
}

function showTitle() {
  document.title = unread ? `(${unread}) ${title}` : title;
}

// The page has this title; the number of unread notices stands before it.
export function entitle(text) {
  title = text;
  showTitle();
}

// So many notices are unread.
export function countInTitle(count) {
  unread = count;
  showTitle();
}
