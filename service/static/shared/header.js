// The parts of every page's frame that change while the page is open: the header's link to the account, which the server
// rendered for the previous player, and the tab's title.

import { element } from "./elements.js";
import { number } from "./formats.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

let title = document.title;
let unread = 0;

export function showInHeader(player) {
  /** @type {HTMLAnchorElement} */
  const link = document.querySelector("#account a");
  if (!link) return; // an embedded page has no header
  link.textContent = player ? player.name : say("session.sign-in");
  link.title = player?.name ?? "";
  link.dir = player ? "auto" : "";
  link.href = player ? "/account" : "/sign-in";
  const bell = document.getElementById("bell");
  if (!player) bell?.remove();
  else if (!bell) link.closest(".account").before(newBell());
}

// The bell of a player who had no account when the server rendered the page, as in its layout.
function newBell() {
  const made = element("a", { class: "bell", id: "bell", href: "/notices", "data-unread": 0, "aria-label": say("notices.none") });
  made.append(picture("#bell-shape"), element("span", { class: "bell-count", "aria-hidden": "true" }));
  return made;
}

function picture(shape) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", shape);
  drawing.append(use);
  return drawing;
}

function showTitle() {
  document.title = unread ? `(${number(unread)}) ${title}` : title;
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
