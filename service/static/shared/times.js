// Moments by the reader's own clock: how far off they are, and the time in the reader's zone. The server says both without it.

import { say } from "./words.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400e3],
  ["hour", 3600e3],
  ["minute", 60e3],
];
const language = document.documentElement.lang;
const distance = new Intl.RelativeTimeFormat(language);
const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

function away(milliseconds) {
  const [unit, size] = UNITS.find(([, least]) => Math.abs(milliseconds) >= least) ?? UNITS.at(-1);
  return distance.format(Math.round(milliseconds / size), unit);
}

export function tellTimes() {
  /** @type {NodeListOf<HTMLTimeElement>} */
  const places = document.querySelectorAll("time[datetime]");
  for (const place of places) {
    const time = Date.parse(place.dateTime);
    place.textContent = say("lobby.moment", { away: away(time - Date.now()), time: moment.format(time) });
  }
}
