// The animation of a game: drawn at the first request, which takes some seconds.

import { element } from "../../shared/elements.js";
import { pause } from "../../shared/pause.js";
import { say } from "../../shared/words.js";

const MOST_TRIES = 60;
const LONGEST_PAUSE = 10; // seconds

// Resolves when it is drawn; rejects with a sentence.
async function drawn(address) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const answer = await fetch(address, { method: "GET" });
    if (answer.status === 200) return;
    const seconds = Number(answer.headers.get("Retry-After"));
    if (!seconds) throw new Error((await answer.json()).detail);
    await pause(1000 * Math.min(seconds, LONGEST_PAUSE));
  }
  throw new Error(say("result.too-slow"));
}

// The button, which becomes the link to the animation; progress is reported in `told`.
export function animationButton(address, told) {
  const button = element("button", { class: "button", type: "button", "data-key": "animation" }, say("result.animation"));
  button.addEventListener("click", async () => {
    button.disabled = true;
    told.textContent = say("result.animating");
    try {
      await drawn(address);
    } catch (problem) {
      told.textContent = say("result.no-animation", { why: problem.message });
      button.disabled = false;
      return;
    }
    const link = element(
      "a",
      { class: "button", href: address, download: "", "data-key": "animation" },
      say("result.animation-here"),
    );
    button.replaceWith(link);
    told.textContent = say("result.animated");
    link.focus();
  });
  return button;
}
