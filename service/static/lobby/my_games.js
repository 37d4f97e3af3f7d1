// The viewer's games in the lobby, kept up to date: the server renders the list, and the script requests it again.

import { followMine } from "../live/follow.js";
import { tellTimes } from "../shared/times.js";

const GATHERING = 300; // ms: one move is often followed by another
let soon = null;

// The new list replaces the old one; the focus stays on the same link.
async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [shown, fresh] = [document, page].map((where) => where.getElementById("mine"));
  if (!shown || !fresh) return;
  shown.hidden = fresh.hidden;
  const at = shown.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  shown.replaceChildren(...fresh.childNodes);
  tellTimes();
  /** @type {HTMLElement} */
  const again = at && shown.querySelector(`a[href="${CSS.escape(at)}"]`);
  again?.focus();
}

// Keep the list up to date while the page is open.
export function keepUp() {
  followMine(() => {
    clearTimeout(soon);
    soon = setTimeout(renew, GATHERING);
  });
}
