// One's own games in the lobby as they change: the server writes the list, and is asked for it again.

import { followMine } from "../live/follow.js";
import { tellTimes } from "../shared/times.js";

const GATHERING = 300; // ms: one move is often followed by another
let soon = null;

// What is new takes the place of the old; who is at a link there stays at it.
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

// Keep the list up to date for as long as the page is there.
export function keepUp() {
  followMine(() => {
    clearTimeout(soon);
    soon = setTimeout(renew, GATHERING);
  });
}
