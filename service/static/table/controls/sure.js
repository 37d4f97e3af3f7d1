// A confirmation dialog in the page.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

// Returns true if confirmed; `words` describe the consequence, `verb` is on the button.
export function sure(words, verb) {
  const dialog = element(
    "dialog",
    { class: "card", "aria-labelledby": "sure" },
    element(
      "form",
      { method: "dialog" },
      element("p", { id: "sure" }, words),
      element(
        "div",
        { class: "row" },
        element("button", { class: "button", value: "no", autofocus: "" }, say("table.rather-not")),
        element("button", { class: "button primary", value: "yes" }, verb),
      ),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes");
      dialog.remove();
    });
  });
}
