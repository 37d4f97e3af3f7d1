// The page of notices: moments by the reader's clock, and the list written anew by the server when something is told.

import { tellTimes } from "../shared/times.js";
import { keepBell } from "./bell.js";
import { followNotices } from "./follow.js";

const GATHERING = 300; // ms: one notice is often followed by another
const list = document.getElementById("notices");
let soon = null;

// Who is at a link there stays at it.
async function renew() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const at = list.contains(document.activeElement) ? document.activeElement.id : "";
  list.replaceChildren(...page.getElementById("notices").childNodes);
  tellTimes();
  if (at) document.getElementById(at)?.focus();
}

tellTimes();
keepBell();
followNotices((told) => {
  if (told !== null && told.game === null) return; // as the connection opens: the page has just been written
  clearTimeout(soon);
  soon = setTimeout(renew, GATHERING);
});
