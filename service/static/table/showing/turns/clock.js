// The time that is left, by the reader's clock put right by the server's.

import { say } from "../../../shared/words.js";

const SECOND = 1000;
const SOON = 60;

let ahead = 0; // by how much the reader's clock is ahead of the server's, ms

// Learn the server's time from an answer.
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

// Show it in `place`, from now on, for what `deadlineOf()` says at each tick; nothing where there is none. `up()` is called
// when there is none left: what can be done changes then, and no event tells of it.
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
