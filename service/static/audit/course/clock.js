// The clock of a game: the time of each seat, and the deadline of the seat to act (docs/play/clocks.md).

import { rule } from "../rules/broken.js";
import { Pause } from "./pause.js";
import { Vacations } from "./vacations.js";

const SECOND = 1000; // ms
const OUTAGES = 100; // that can stop the clock in a turn

export class Clock {
  #left; // ms of each seat at the start of its turn, or between turns
  #seat = null; // the seat to act
  #since = 0; // the start of its turn
  #deadline = null; // of its turn; null if it is not counted yet
  #pause; // or null
  #outages = []; // with their grace periods, as [start, end]
  #vacations = new Vacations();

  constructor({ policy, pause, ...times }, players, offsets) {
    const { seconds, initial = seconds, cap = seconds } = times;
    this.increment = (policy === "per_turn" ? seconds : (times.increment ?? 0)) * SECOND;
    this.cap = cap * SECOND;
    this.#left = Array(players).fill(initial * SECOND);
    this.#pause = pause ? new Pause(pause, offsets) : null;
    this.faults = []; // as [code, version]
  }

  // The time at which it is too late for the seat to act; null if none is.
  get deadline() {
    if (this.#seat === null) return null;
    this.#deadline ??= this.#reached(this.#left[this.#seat]);
    return this.#deadline;
  }

  // The moment at which this time of the turn has run.
  #reached(ms) {
    const running = this.#running();
    let [at, need] = [this.#since, ms];
    while (need > 0) {
      const [start, end] = running.next().value;
      at = Math.min(end, start + need);
      need -= at - start;
    }
    return at;
  }

  // The ms of the turn that ran between two moments, up to its deadline.
  #ran(from, to) {
    const until = Math.min(to, this.deadline);
    let ms = 0;
    for (const [start, end] of this.#running()) {
      if (start >= until) break;
      ms += Math.max(0, Math.min(end, until) - Math.max(start, from));
    }
    return ms;
  }

  // The periods from the start of the turn on in which its time runs, in order and without end.
  *#running() {
    let at = this.#since;
    const absences = [...this.#outages, ...this.#vacations.of(this.#seat)].sort(([one], [other]) => one - other);
    for (const [start, end] of absences) {
      yield* this.#withoutPauses(at, start);
      at = Math.max(at, end);
    }
    yield* this.#withoutPauses(at, Infinity);
  }

  *#withoutPauses(start, end) {
    if (this.#pause !== null) yield* this.#pause.running(start, end);
    else if (start < end) yield [start, end];
  }

  // The seat to act, or null, after an event at this time.
  turn(seat, at) {
    if (seat === this.#seat) return;
    if (this.#seat !== null) {
      const left = this.#left[this.#seat] - this.#ran(this.#since, at);
      this.#left[this.#seat] = Math.min(this.cap, left + this.increment);
    }
    this.#outages = this.#outages.filter(([, end]) => end > at);
    [this.#seat, this.#since, this.#deadline] = [seat, at, null];
  }

  // True if the seat has time for another turn.
  hasTime(seat) {
    return this.#left[seat] > 0;
  }

  away({ began, ended, grace }) {
    rule(this.deadline !== null && this.#ran(began, ended) > 0, "outage/no-time");
    rule(this.#outages.length < OUTAGES, "outage/too-many");
    this.#outages.push([began, ended + grace]);
    this.#deadline = null;
  }

  beginVacation({ seat, at }) {
    this.#vacations.begin(seat, at);
    this.#deadline = null;
  }

  endVacation({ seat, at }) {
    this.#vacations.end(seat, at);
    this.#deadline = null;
  }

  // A choice in person.
  move({ at, version }) {
    if (this.deadline !== null && at >= this.deadline) this.faults.push(["late", version]);
  }

  // A time-out, with the deadline that it states.
  expire({ at, version, data }) {
    if (data.deadline !== this.deadline) this.faults.push(["deadline", version]);
    if (at < this.deadline) this.faults.push(["early", version]);
  }
}
