// The page of where and when one is told of notices: proposes the browser's time zone, and says what comes of each choice.

import { keepBell } from "../live/bell.js";
import { say } from "../shared/words.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("#preferences");

// Who never named a zone gets the browser's proposed; nothing is kept before they save.
function proposeZone() {
  /** @type {HTMLSelectElement} */
  const zones = form.querySelector("#time_zone");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones.value !== "" || !zone || zone === "UTC") return;
  zones.value = zone;
  if (zones.value === zone) document.getElementById("zone-told").textContent = say("telling.zone", { zone });
  else zones.value = "";
}

function renew() {
  const chosen = new FormData(form);
  for (const wishes of document.querySelectorAll(".wishes")) {
    const channel = /** @type {HTMLElement} */ (wishes).dataset.channel;
    const when = chosen.has(`${channel}.on`) ? chosen.get(`${channel}.digest`) : "off";
    const ending = when !== "off" && chosen.has("quiet") ? ".quiet" : "";
    const hour = `${String(chosen.get(`${channel}.hour`)).padStart(2, "0")}:00`;
    const told = say(`telling.${channel}.${when}${ending}`, { hour, from: chosen.get("from"), to: chosen.get("to") });
    const preview = wishes.querySelector(".preview");
    if (preview.textContent !== told) preview.textContent = told;
  }
}

keepBell();
if (form) {
  proposeZone();
  document.addEventListener("change", renew);
}
