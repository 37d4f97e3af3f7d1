// The header's way to one's account, where who is here changes while the page is open: the server wrote it for who was here before.

import { say } from "./words.js";

export function showInHeader(player) {
  /** @type {HTMLAnchorElement} */
  const link = document.querySelector("#account a");
  if (!link) return; // an embedded page has no header
  link.textContent = player ? player.name : say("session.sign-in");
  link.href = player ? "/account" : "/sign-in";
}
