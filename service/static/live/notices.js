// The page of notices: times by the reader's clock; the server renders the list again when notices change.

import { tellTimes } from "../shared/times.js";
import { keepBell } from "./bell.js";
import { followNotices } from "./follow.js";

const GATHERING = 300; // ms: one notice is often followed by another
const list = document.getElementById("notices");
let soon = null;

// The focus stays on the same link.
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
  if (told !== null && told.game === null) return; // the connection has just opened, and the page is new
  clearTimeout(soon);
  soon = setTimeout(renew, GATHERING);
});
