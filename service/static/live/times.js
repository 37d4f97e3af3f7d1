// Times by the reader's clock: relative, and absolute in the reader's time zone. Without scripts the server's texts stay.

import { moment } from "../shared/formats.js";
import { isServerTimeKnown, latestServerTime } from "../shared/server_time.js";
import { say } from "../shared/words.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400e3],
  ["hour", 3600e3],
  ["minute", 60e3],
];
const AGAIN = 1000; // ms
const language = document.documentElement.lang;
const distance = new Intl.RelativeTimeFormat(language);
const present = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "minute"); // not "in 0 minutes"
let telling = null;

// In whole units that have passed or are left: never more time than is left.
function away(milliseconds) {
  const [unit, size] = UNITS.find(([, least]) => Math.abs(milliseconds) >= least) ?? UNITS.at(-1);
  const count = Math.trunc(milliseconds / size);
  return count ? distance.format(count, unit) : present;
}

function tell() {
  const now = latestServerTime();
  /** @type {NodeListOf<HTMLTimeElement>} */
  const places = document.querySelectorAll("time[datetime]:not(.day)");
  for (const place of places) {
    const time = Date.parse(place.dateTime);
    if (time > now && !isServerTimeKnown()) continue; // the server's words stay: the reader's clock may be slow
    const words = say("lobby.moment", { away: away(time - now), time: moment(time) });
    if (place.textContent !== words) place.textContent = words;
  }
}

// Tell all times on the page, from now on.
export function tellTimes() {
  tell();
  if (telling !== null) return;
  telling = setInterval(tell, AGAIN);
  document.addEventListener("visibilitychange", tell); // browsers slow the timers of hidden pages
}
