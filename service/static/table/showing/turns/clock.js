// The remaining time, by the reader's clock, corrected by the server's.

import { say } from "../../../shared/words.js";

const SECOND = 1000;
const SOON = 60;

let ahead = 0; // ms by which the reader's clock is ahead of the server's

// Read the server's time from a response.
export function learn(answer) {
  const date = Date.parse(answer.headers.get("Date"));
  if (!Number.isNaN(date)) ahead = Date.now() - date;
}

export function secondsUntil(deadline) {
  return Math.max(0, Math.ceil((deadline - Date.now() + ahead) / SECOND));
}

const two = (number) => String(number).padStart(2, "0");

// "2 d 03:15 h", "3:15:07", "4:05"
function duration(seconds) {
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor((seconds % 86400) / 3600)];
  const [minutes, rest] = [Math.floor((seconds % 3600) / 60), seconds % 60];
  if (days) return say("table.days", { count: days, time: `${hours}:${two(minutes)}` });
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

// Show the remaining time in `place` from now on, for the result of `deadlineOf()` at each tick; nothing without one. `up()` is
// called when it is over: the allowed actions change then, without an event.
export function runClock(place, deadlineOf, up) {
  let before = null;
  const tick = () => {
    const deadline = deadlineOf() ?? null;
    const seconds = deadline === null ? null : secondsUntil(deadline);
    place.hidden = seconds === null;
    place.textContent = seconds === null ? "" : say("table.left", { time: duration(seconds) });
    place.classList.toggle("soon", seconds !== null && seconds < SOON);
    if (seconds === 0 && before !== 0) up();
    before = seconds;
  };
  setInterval(tick, SECOND);
  return tick;
}
