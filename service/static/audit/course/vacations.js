// The vacations of the seats, and their days (docs/play/clocks.md).

import { rule } from "../rules/broken.js";
import { DAY } from "./pause.js";

const DAYS = 30; // in a calendar year
const CALENDAR = 146_097; // days, after which the calendar repeats itself: no Date reaches the last moments of a record
const YEARS = 400; // in that time

function yearOf(moment) {
  const days = Math.floor(moment / DAY);
  return YEARS * Math.floor(days / CALENDAR) + new Date((days % CALENDAR) * DAY).getUTCFullYear();
}

export class Vacations {
  #taken = new Map(); // by seat, as [start, end] in order; a vacation that goes on has the end at which its days are used up

  of(seat) {
    return this.#taken.get(seat) ?? [];
  }

  begin(seat, at) {
    rule(!this.#isOn(seat, at), "vacation/begun");
    const end = this.#endWithoutDays(seat, at);
    rule(end > at, "vacation/no-days");
    this.#taken.set(seat, [...this.of(seat), [at, end]]);
  }

  end(seat, at) {
    rule(this.#isOn(seat, at), "vacation/none");
    const [start] = this.of(seat).at(-1);
    const before = this.of(seat).slice(0, -1);
    this.#taken.set(seat, start < at ? [...before, [start, at]] : before);
  }

  #isOn(seat, at) {
    return at < (this.of(seat).at(-1)?.[1] ?? 0);
  }

  // The first day of a vacation from `at` on that its year does not have.
  #endWithoutDays(seat, at) {
    const used = new Map(); // days by year
    const use = (day) => used.set(yearOf(day), (used.get(yearOf(day)) ?? 0) + 1);
    for (const [start, end] of this.of(seat)) {
      for (let day = start; day < end; day += DAY) use(day);
    }
    let day = at;
    for (; (used.get(yearOf(day)) ?? 0) < DAYS; day += DAY) use(day);
    return day;
  }
}
