// Vacations: who is on one, until when it would end by itself, and how that is said.

import { say } from "../../../shared/words.js";
import { secondsUntil } from "./clock.js";

// Whether time stands still for this entry of a state's `players`.
export function onVacation({ vacation }) {
  return vacation !== undefined && secondsUntil(vacation) > 0;
}

// Until when at the latest, in words.
export function vacationWords({ vacation }) {
  const form = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
  return say("table.on-vacation", { date: form.format(vacation) });
}
