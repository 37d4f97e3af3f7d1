// Vacations: the players on vacation, the automatic end, and the texts.

import { day } from "../../../shared/formats.js";
import { say } from "../../../shared/words.js";
import { secondsUntil } from "./clock.js";

// True if the clock is stopped for this entry of a state's `players`.
export function onVacation({ vacation }) {
  return vacation !== undefined && secondsUntil(vacation) > 0;
}

// The latest end, in words.
export function vacationWords({ vacation }) {
  return say("table.on-vacation", { date: day(vacation) });
}
