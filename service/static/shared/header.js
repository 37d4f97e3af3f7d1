// The parts of every page's frame that change while the page is open: the header's link to the account, which the server
// rendered for the previous player, and the tab's title.

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

// Set the page's title; the number of unread notices precedes it.
export function entitle(text) {
  title = text;
  showTitle();
}

// Set the number of unread notices.
export function countInTitle(count) {
  unread = count;
  showTitle();
}
