// The section on this browser in the notice preferences: a button that switches messages on, or the reason why it cannot.

import { element } from "../shared/elements.js";
import { say } from "../shared/words.js";
import { ability, turnOff, turnOn } from "./browser.js";

const place = document.getElementById("this-browser");
const WHY = { denied: "push.denied", install: "push.install", none: "push.none" };

function tell(words, bad = false) {
  const told = place.querySelector("[role=status]");
  told.className = bad ? "notice bad" : "muted";
  told.textContent = words;
}

// The server renders the list of browsers, so the page is reloaded.
async function begin(button) {
  button.disabled = true;
  try {
    if (await turnOn()) location.reload();
    else tell(say(ability() === "denied" ? "push.denied" : "push.unanswered"), true);
  } catch (failure) {
    tell(say("push.failed", { why: failure.message }), true);
  } finally {
    button.disabled = false;
  }
}

// Show the state of this browser. If it is subscribed, its entry in the list has the button for unsubscribing.
export function showSection() {
  if (!place) return;
  const able = ability();
  if (able !== "ready") {
    tell(say(WHY[able]));
    return;
  }
  if (place.dataset.on === undefined || Notification.permission !== "granted") {
    const button = element("button", { class: "button", type: "button" }, say("push.on"));
    button.addEventListener("click", () => begin(button));
    place.append(button);
  } else tell(say("push.here"));
}

// Removing this browser from the list ends its subscription, too, before the page is left.
/** @type {NodeListOf<HTMLFormElement>} */
const current = document.querySelectorAll("form[data-current]");
for (const form of current) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await turnOff().catch(() => {});
    form.submit();
  });
}
