// The remaining time, by the server's clock: never more than there is.

import { digital, duration } from "../../../shared/formats.js";
import { earliestServerTime, isServerTimeDoubtful, latestServerTime } from "../../../shared/server_time.js";
import { say } from "../../../shared/words.js";

const SECOND = 1000;
const SOON = 60;

// Whole seconds that are left at least; 0 if the time may have come.
export function secondsUntil(time) {
  return Math.max(0, Math.floor((time - latestServerTime()) / SECOND));
}

// True if the time has come for certain: the server then agrees.
export function hasCome(time) {
  return time <= earliestServerTime();
}

// "3 days", "2 days, 3 hr", "3:15:07", "4:05"
function timeLeft(seconds) {
  if (seconds >= 86400) return duration(seconds - (seconds % 3600), "short");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return hours ? digital(hours, minutes, rest) : digital(minutes, rest);
}

// Show the remaining time in `place` from now on, for the result of `deadlineOf()` at each tick; nothing without one. `up()` is
// called when it may be over, and when it is: the allowed actions change then, without an event. `doubted()` is called at each tick
// at which the server's time is in doubt. Returns a tick.
export function runClock(place, deadlineOf, { up, doubted }) {
  let before = "";
  const tick = () => {
    const deadline = deadlineOf() ?? null;
    const seconds = deadline === null ? null : secondsUntil(deadline);
    place.hidden = seconds === null;
    place.textContent = seconds === null ? "" : say("table.left", { time: timeLeft(seconds) });
    place.classList.toggle("soon", seconds !== null && seconds < SOON);
    const end = seconds === 0 ? `${deadline} ${hasCome(deadline)}` : "";
    if (end && end !== before) up();
    before = end;
    if (deadline !== null && isServerTimeDoubtful()) doubted();
  };
  setInterval(tick, SECOND);
  document.addEventListener("visibilitychange", tick); // browsers slow the timers of hidden pages
  return tick;
}
