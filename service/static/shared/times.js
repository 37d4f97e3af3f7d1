// Times by the reader's clock: relative, and absolute in the reader's time zone. Without scripts the server's texts stay.

import { say } from "./words.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400e3],
  ["hour", 3600e3],
  ["minute", 60e3],
];
const language = document.documentElement.lang;
const distance = new Intl.RelativeTimeFormat(language);
const present = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "minute"); // not "in 0 minutes"
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

function away(milliseconds) {
  const [unit, size] = UNITS.find(([, least]) => Math.abs(milliseconds) >= least) ?? UNITS.at(-1);
  const count = Math.round(milliseconds / size);
  return count ? distance.format(count, unit) : present;
}

export function tellTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const places = document.querySelectorAll("time[datetime]:not(.day)");
  for (const place of places) {
    const time = Date.parse(place.dateTime);
    place.textContent = say("lobby.moment", { away: away(time - Date.now()), time: moment.format(time) });
  }
}
