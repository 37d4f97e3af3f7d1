// The link that brings others to a table that waits for players.

import { element } from "./elements.js";
import { say } from "./words.js";

// Browsers let a page copy something over https only, and on one's own computer.
function copyButton(address) {
  if (!navigator.clipboard) return [];
  const button = element("button", { class: "button", type: "button", "data-key": "copy" }, say("share.copy"));
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(address);
    button.textContent = say("share.copied");
  });
  return [button];
}

export function shareLink(address) {
  const field = element("input", { readonly: "", value: address, "data-key": "share" });
  field.addEventListener("focus", () => field.select());
  return element("div", { class: "row share" },
    element("label", { class: "field" }, element("span", {}, say("share.title")), field), ...copyButton(address));
}
