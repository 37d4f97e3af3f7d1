// A checkbox for each preference; those about moving are for players only.

import { element } from "../../shared/elements.js";
import { prefer, PREFERENCES, prefers } from "../../shared/preferences.js";
import { say } from "../../shared/words.js";

const OF_PLAYERS = ["confirm", "hints", "keys"];

function boxFor(name) {
  const box = element("input", { type: "checkbox", "data-key": `prefer-${name}` });
  box.checked = prefers(name);
  box.addEventListener("change", () => prefer(name, box.checked));
  return element("label", { class: "preference" }, box, say(`table.prefer-${name}`));
}

// All checkboxes; `plays` is true for a viewer with a seat.
export function preferenceBoxes(plays) {
  const names = PREFERENCES.filter((name) => plays || !OF_PLAYERS.includes(name));
  return element("fieldset", { class: "preferences" }, element("legend", {}, say("table.preferences")), ...names.map(boxFor));
}
