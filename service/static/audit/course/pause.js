// The pause of a clock: whole weekdays and daily hours by the wall clock of a time zone, whose UTC offsets are in the record
// (docs/play/clocks.md).

export const WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const MINUTE = 60 * 1000; // ms
export const DAY = 24 * 60 * MINUTE;
const TO_MONDAY = 3 * DAY; // to the first day of 1970, a Thursday, from the Monday before it

// The ms from 00:00 to a time of day in the form 22:00.
export function timeOf(text) {
  const [hours, minutes] = text.split(":").map(Number);
  return (60 * hours + minutes) * MINUTE;
}

export class Pause {
  #days; // that are paused, from 0 on Monday
  #hours; // that are paused on every day, as [from, to] in ms, or null
  #borders; // the ends of the parts of a day, in ms
  #offsets; // as [ms, seconds]; each holds until the next, the first also before its ms

  constructor({ weekdays = [], from, to }, offsets) {
    this.#days = new Set(weekdays.map((day) => WEEK.indexOf(day)));
    this.#hours = from === undefined ? null : [timeOf(from), timeOf(to)];
    this.#borders = [...(this.#hours ?? []), DAY].sort((one, other) => one - other);
    this.#offsets = offsets;
  }

  // The periods between two moments in which time runs, in order; two of them may touch. The second moment may be Infinity.
  *running(start, end) {
    let [at, place] = [start, this.#offsets.findLastIndex(([since]) => since <= start)];
    while (at < end) {
      const [, seconds] = this.#offsets[Math.max(0, place)] ?? [0, 0];
      const change = this.#offsets[place + 1]?.[0] ?? Infinity;
      const { isPaused, rest } = this.#part(at + seconds * 1000 + TO_MONDAY);
      const next = Math.min(at + rest, change, end);
      if (!isPaused) yield [at, next];
      at = next;
      if (at === change) place += 1;
    }
  }

  // Whether a wall time, in ms since a Monday, is paused, and the rest of the part of its day in which this does not change.
  #part(wall) {
    const time = wall % DAY;
    return {
      isPaused: this.#days.has(Math.floor(wall / DAY) % WEEK.length) || this.#isInHours(time),
      rest: this.#borders.find((border) => border > time) - time,
    };
  }

  #isInHours(time) {
    if (this.#hours === null) return false;
    const [from, to] = this.#hours;
    return from < to ? from <= time && time < to : from <= time || time < to;
  }
}
