// The remaining time, by the server's clock: never more than there is.

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

const two = (number) => String(number).padStart(2, "0");

// "3 days", "2 days 3 h", "3:15:07", "4:05"
function duration(seconds) {
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
  const [minutes, rest] = [Math.floor((seconds % 3600) / 60), seconds % 60];
  if (days) return say(hours ? "table.days-hours" : "table.days", { count: days, hours });
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
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
    place.textContent = seconds === null ? "" : say("table.left", { time: duration(seconds) });
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
