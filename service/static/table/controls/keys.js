// The list of keys, opened by "?" and by the menu.

import { element } from "../../shared/elements.js";
import { isOff } from "./keyboard.js";
import { say } from "../../shared/words.js";

// The keys as displayed, with their effects.
const KEYS = [
  ["1 2 3 4", "number"],
  ["← ↑ → ↓", "arrows"],
  ["Shift ←", "shift"],
  ["R", "turn"],
  ["Enter", "enter"],
  ["Space", "space"],
  ["Esc", "escape"],
  ["Tab", "tab"],
  ["?", "help"],
];

/** @type {(key: string[]) => HTMLElement} */
function row([names, what]) {
  const keys = names.split(" ").flatMap((name) => [element("kbd", {}, name), " "]);
  return element("tr", {}, element("th", { scope: "row" }, ...keys), element("td", {}, say(`table.key-${what}`)));
}

// Show the list until it is closed; the focus returns to its former element.
export function showKeys() {
  const close = element("button", { class: "button primary", value: "close", autofocus: "" }, say("table.close"));
  const dialog = element(
    "dialog",
    { class: "card keys", "aria-labelledby": "keys" },
    element("h2", { id: "keys" }, say("table.keys-title")),
    element("table", { class: "table" }, element("tbody", {}, ...KEYS.map(row))),
    element("form", { method: "dialog" }, close),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  dialog.scrollTop = 0; // the focused close button is at the bottom
}

// Open it by "?", except while typing text.
export function listenForHelp() {
  document.addEventListener("keydown", (press) => {
    const { key, target, ctrlKey, altKey, metaKey } = press;
    if (isOff(press)) return;
    const typed = target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
    if (key === "?" && !typed && !ctrlKey && !altKey && !metaKey && !document.querySelector("dialog[open]")) showKeys();
  });
}
