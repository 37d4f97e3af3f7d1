// Whether moves are confirmed before they are made: the reader's own choice, kept in this browser.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

const KEY = "kingdomino.confirm";

export function confirms() {
  return localStorage.getItem(KEY) !== "off";
}

// The switch for it.
export function confirmSwitch() {
  const box = element("input", { type: "checkbox", "data-key": "confirm-step" });
  box.checked = confirms();
  box.addEventListener("change", () => localStorage.setItem(KEY, box.checked ? "on" : "off"));
  return element("label", { class: "confirm-step" }, box, say("table.confirm-step"));
}
