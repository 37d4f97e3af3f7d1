// The server's time, between two bounds: times left are shown by the later one, so never longer than they are.
//
// A response has the server's time in `Date`. The server read it after the request was sent and before the response arrived; how
// long each way took is unknown. So the bounds are as far apart as the round trip was long, and the best ones are kept. A message
// that was not requested, such as a live event, bounds the server's time from below only.

const COARSE = 2000; // ms: a `Date` is cut to the second, and the server renews it once a second
const LENGTH = 29; // characters of a `Date`
const DRIFT = 0.0005; // a clock that is being adjusted runs at most this much faster or slower (RFC 5905, 500 ppm)
const STEP = 1000; // ms by which two clocks differ only if one stood still or was set

// The ms since the page was requested: at least `least`, at most `most`. The reader's two clocks fail in different cases: one can
// be set, the other can stand still while a computer sleeps. So both are read again and again, and each interval is as long as
// the faster one says, or as the slower one.
const passed = { least: 0, most: 0, ticks: 0, wall: Date.now() - performance.now() };
// Bounds of the server's time when `passed` was 0; null before the first response.
const bounds = { earliest: null, latest: null };
let isDoubtful = false;

function look() {
  const [ticks, wall] = [performance.now() - passed.ticks, Date.now() - passed.wall];
  passed.most += Math.max(ticks, wall, 0) * (1 + DRIFT);
  passed.least += Math.max(Math.min(ticks, wall), 0) * (1 - DRIFT);
  passed.ticks += ticks;
  passed.wall += wall;
  isDoubtful ||= Math.abs(ticks - wall) > STEP;
  return passed;
}

// What `learn` has to know of a request that is sent now; `at` is the ms after the page's request at which it was sent earlier.
export function sentNow(at = null) {
  return at ?? look().most;
}

// Learn from the `Date` of a response to a request, which was `sent` then. Bounds that it contradicts are dropped.
export function learn(sent, date) {
  const time = Date.parse(date?.slice(0, LENGTH));
  if (Number.isNaN(time)) return;
  const { least, most } = look();
  const latest = time + COARSE - sent;
  const earliest = time - least;
  const isRefuted = bounds.latest === null || time > bounds.latest + most || bounds.earliest + least > latest + most;
  bounds.latest = isRefuted ? latest : Math.min(bounds.latest, latest);
  bounds.earliest = isRefuted ? earliest : Math.max(bounds.earliest, earliest);
  isDoubtful = false;
}

// Learn from a message that the server's clock has reached this time.
export function learnReached(time) {
  if (bounds.latest === null) return;
  const { least, most } = look();
  bounds.earliest = Math.max(bounds.earliest, time - least);
  if (time <= bounds.latest + most) return;
  bounds.latest = time - most; // the reader's clocks stood still
  isDoubtful = true;
}

// The latest time that the server's clock can show now, in ms; by the reader's clock before the first response.
export function latestServerTime() {
  return bounds.latest === null ? Date.now() : bounds.latest + look().most;
}

// The earliest one.
export function earliestServerTime() {
  return bounds.earliest === null ? Date.now() : bounds.earliest + look().least;
}

export function isServerTimeKnown() {
  return bounds.latest !== null;
}

// True until the first response, and after a clock of the reader stood still or was set: the next response corrects the bounds.
export function isServerTimeDoubtful() {
  look();
  return isDoubtful || bounds.latest === null;
}
