// The link for inviting others to a table that waits for players.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

// Browsers allow copying only over https and on localhost.
function copyButton(address, field) {
  if (!navigator.clipboard) return [];
  const button = element("button", { class: "button", type: "button", "data-key": "copy" }, say("share.copy"));
  button.addEventListener("click", () =>
    navigator.clipboard.writeText(address).then(
      () => {
        button.textContent = say("share.copied");
      },
      () => {
        field.focus();
      },
    ),
  ); // selects the text for copying
  return [button];
}

export function shareLink(address) {
  const field = element("input", { readonly: "", value: address, "data-key": "share" });
  field.addEventListener("focus", () => field.select());
  return element(
    "div",
    { class: "row share" },
    element("label", { class: "field" }, element("span", {}, say("share.title")), field),
    ...copyButton(address, field),
  );
}
