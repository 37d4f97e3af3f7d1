// The page of notice preferences: proposes the browser's time zone, and describes the effect of each choice.

import { keepBell } from "../live/bell.js";
import { showSection } from "../push/section.js";
import { digits } from "../shared/formats.js";
import { say } from "../shared/words.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("#preferences");

// An account without a time zone gets the browser's as a proposal; nothing is stored until the form is saved.
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
  const said = new FormData(form);
  for (const wishes of document.querySelectorAll(".wishes")) {
    const channel = /** @type {HTMLElement} */ (wishes).dataset.channel;
    const when = said.has(`${channel}.on`) ? said.get(`${channel}.digest`) : "off";
    const ending = when !== "off" && said.has("quiet") ? ".quiet" : "";
    const hour = digits(`${said.get(`${channel}.hour`)}:00`);
    const told = say(`telling.${channel}.${when}${ending}`, { hour, from: digits(said.get("from")), to: digits(said.get("to")) });
    const preview = wishes.querySelector(".preview");
    if (preview.textContent !== told) preview.textContent = told;
    const boxes = [...wishes.querySelectorAll(".kinds input")];
    const chosen = boxes.filter((box) => /** @type {HTMLInputElement} */ (box).checked);
    wishes.querySelector(".chosen").textContent = say("telling.kinds", { told: chosen.length, all: boxes.length });
  }
}

keepBell();
showSection();
if (form) {
  proposeZone();
  document.addEventListener("change", renew);
}
