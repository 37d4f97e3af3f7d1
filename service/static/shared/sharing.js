// Sharing the link to a result.

import { element } from "./elements.js";
import { say } from "./words.js";

// Whether the system's dialog takes the URL; closing it without a choice counts, too.
function takenByDialog(url) {
  if (!navigator.share) return false;
  return navigator.share({ url, title: document.title }).then(
    () => true,
    (problem) => problem.name === "AbortError",
  );
}

// Share the URL with the system's dialog, or else copy it; browsers allow both over https only. `told` has the answer, and
// the URL where the browser does not copy.
export function shareButton(url, told) {
  const button = element("button", { class: "button", type: "button", "data-key": "share" }, say("sharing.share"));
  button.addEventListener("click", async () => {
    if (await takenByDialog(url)) return;
    try {
      await navigator.clipboard.writeText(url);
      told.replaceChildren(say("sharing.copied"));
    } catch {
      told.replaceChildren(say("sharing.not-copied"), " ", element("bdi", { class: "address" }, url));
    }
  });
  return button;
}
