// The offer of push messages at a table with long turns, after the viewer's first move. It is repeated until
// the viewer accepts or declines it.

import { element } from "../shared/elements.js";
import { isBot } from "../shared/names.js";
import { latestServerTime } from "../shared/server_time.js";
import { storage } from "../shared/kept/storage.js";
import { say } from "../shared/words.js";
import { ability, subscription, turnOn } from "./browser.js";

const KEY = "kingdomino.push-offer";
const DONE = "done";
const LONG = 60 * 60 * 1000; // ms per turn; with shorter turns players stay at the table

// Moves the focus to the line that shows whose turn it is.
function close(box) {
  storage("localStorage")?.setItem(KEY, DONE);
  box.remove();
  /** @type {HTMLElement} */ (document.querySelector(".turn"))?.focus({ preventScroll: true });
}

function answerOf(allowed) {
  if (allowed) return say("push.here");
  return say(ability() === "denied" ? "push.denied" : "push.unanswered");
}

function button(words, act, kind = "") {
  const made = element("button", { class: `button ${kind}`, type: "button" }, words);
  made.addEventListener("click", act);
  return made;
}

async function take(box, told) {
  try {
    told.textContent = answerOf(await turnOn());
  } catch (failure) {
    told.textContent = say("push.failed", { why: failure.message });
    return;
  }
  storage("localStorage")?.setItem(KEY, DONE);
  for (const each of box.querySelectorAll("button")) each.remove();
  const end = button(say("push.close"), () => close(box));
  box.append(end);
  end.focus({ preventScroll: true });
}

async function isWanted() {
  const kept = storage("localStorage"); // without storage, no decision could be remembered
  if (!kept || kept.getItem(KEY) === DONE || ability() !== "ready") return false;
  return (await subscription()) === null;
}

// True if the viewer waits for another person, possibly for longer than they stay on the page.
export function mayWaitLong({ deadline, players }, viewer) {
  const others = players.filter((each) => each.seat !== viewer && !isBot(each));
  return others.length > 0 && (!deadline || deadline - latestServerTime() > LONG);
}

// Show the offer in this place, unless it was decided before.
export async function offer(place) {
  if (place.childElementCount > 0 || !(await isWanted())) return;
  const told = element("p", { role: "status" }, say("push.offer"));
  const box = element("section", { class: "push-offer notice", "aria-label": say("push.on") }, told);
  box.append(
    button(say("push.on"), () => take(box, told), "primary"),
    button(say("push.never"), () => close(box)),
  );
  place.append(box);
}
