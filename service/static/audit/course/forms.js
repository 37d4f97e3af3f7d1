// The forms of the events of a game: whether they have a seat, and the members of their data with their bounds
// (docs/understand/log.md).

import { isHash, isId, isObject } from "../encoding/forms.js";
import { Broken, rule } from "../rules/broken.js";
import { isForm, TILES } from "../rules/setup.js";
import { DIRECTIONS } from "../rules/squares.js";
import { RESOURCES } from "../rules/territory.js";
import { DAY, timeOf, WEEK } from "./pause.js";

const MOST = Number.MAX_SAFE_INTEGER;
const MANY = 2 ** 31;

/** @type {(low: number, high: number) => (value: any) => boolean} */
export const whole = (low, high) => (value) => Number.isSafeInteger(value) && value >= low && value <= high;
/** @type {(form: (value: any) => boolean, most: number) => (value: any) => boolean} */
export const list = (form, most) => (value) => Array.isArray(value) && value.length <= most && value.every(form);
const orNull = (form) => (value) => value === null || form(value);
export const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);
export const isText = (value) => typeof value === "string";
export const isPlayer = (value) => isText(value) && value !== "" && value !== "system";
export const isMoment = whole(0, MOST);
/** @type {(forms: Record<string, (value: any) => boolean>) => (value: any) => boolean} */
export const record = (forms) => (value) =>
  isObject(value) &&
  Object.keys(value).length === Object.keys(forms).length &&
  Object.entries(forms).every(([name, form]) => Object.hasOwn(value, name) && form(value[name]));

const isSeat = whole(0, 3);
const isDomino = whole(1, 48);
const isPlace = whole(-24, 24);
const isCount = whole(0, MANY);
const isEntropy = orNull(isHash); // 64 hexadecimal digits, as hashes have them
const isResource = oneOf(...RESOURCES);
const isCaveman = oneOf(...TILES);
const isSquare = (value) => list(isPlace, 2)(value) && value.length === 2;
const ON = { x: isPlace, y: isPlace };

const CREATED = {
  commitment: isHash,
  options: isObject,
  players: whole(2, 4),
  rules: (value) => isObject(value) && isForm(value),
  rules_version: whole(1, MANY),
};
const LATER_SCORE = { resources: isCount, totems: isCount, cavemen: isCount };
const REGION = record({ terrain: isText, squares: isCount, crowns: isCount });
const SCORE = {
  total: isCount,
  regions: list(REGION, 96),
  middle_kingdom: isCount,
  harmony: isCount,
  largest_region: isCount,
  crowns: isCount,
};
const scored = (more) => ({
  scores: list(record({ ...SCORE, ...more }), 4),
  ranking: list(list(isSeat, 4), 4),
});
const OUTAGE = {
  began: isMoment,
  ended: isMoment,
  grace: whole(0, 3_600_000),
  reason: oneOf("away", "unreachable", "faulty", "halted"),
};

const SEATED = { player: isPlayer, entropy: isEntropy };
const SEEN = { ...SEATED, seen: orNull(isHash) };

// The data of each type, in its last schema.
const DATA = {
  GameCreated: { ...CREATED, draws: whole(1, MANY), founding: orNull(isHash) },
  PlayerSeated: { ...SEEN, checkpoint: orNull(whole(1, MOST)) },
  BotSeated: { policy: isText },
  LineDealt: { dominoes: list(isDomino, 48), state_hash: isHash },
  DominoChosen: { domino: isDomino },
  DominoPlaced: { domino: isDomino, ...ON, direction: oneOf(...Object.keys(DIRECTIONS)) },
  DominoDiscarded: { domino: isDomino },
  DominoLeftOver: { domino: isDomino },
  SeedRevealed: { seed: isHash },
  GameScored: scored(LATER_SCORE),
  FirePlaced: { ...ON, fires: whole(1, 3) },
  FireLost: { fires: whole(1, 3) },
  TotemTaken: { resource: isResource },
  TotemGiven: { resource: isResource, to: isSeat },
  TotemReturned: { resource: isResource },
  BoardRefilled: { cavemen: list(isCaveman, 22) },
  CavemanPaid: { source: oneOf("board", "stack"), squares: list(isSquare, 96) },
  CavemanTaken: { caveman: isCaveman },
  CavemanPut: ON,
  TimeExpired: { deadline: isMoment },
  SeatAway: { policy: isText },
  SeatLeft: { reason: oneOf("resigned", "timeout"), policy: orNull(isText) },
  SeatTakenOver: { player: isPlayer },
  OutageRecorded: OUTAGE,
  PlanFired: { laid: isMoment },
};
// Those of the schemas before, from 1 on.
const EARLIER = {
  GameCreated: [CREATED],
  PlayerSeated: [SEATED, SEEN],
  GameScored: [scored({})],
};

const WITHOUT_SEAT = new Set([
  "GameCreated",
  "GameStarted",
  "LineDealt",
  "DominoLeftOver",
  "GameEnded",
  "SeedRevealed",
  "GameScored",
  "BoardRefilled",
  "OutageRecorded",
  "GameAborted",
]);

// Throws Broken unless an event of a known type has the form of its type; `game` is the name of the game that is played.
export function checkForm({ type, schema, seat, data }, game) {
  const forms = EARLIER[type]?.[schema - 1] ?? DATA[type] ?? {};
  rule(WITHOUT_SEAT.has(type) ? seat === null : isSeat(seat), "log/data");
  rule(record(forms)(data), "log/data");
  if (type === "OutageRecorded") rule(data.began < data.ended, "log/data");
  if (type === "GameScored" && schema === 1 && game === "origins") throw new Broken("log/unknown-schema");
}

const isSeries = record({ id: isId, number: whole(1, MANY) });
const SECONDS = 86_400;
const CLOCKS = {
  per_turn: { seconds: whole(60, 7_776_000) },
  fischer: { initial: whole(60, 7_776_000), increment: whole(1, 7_776_000), cap: whole(60, 7_776_000) },
  bank: { seconds: whole(60, 7_776_000) },
};
const isTimeOfDay = (value) => isText(value) && /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
const isZone = (value) => isText(value) && value.length <= 64 && /^[\w+-]+(\/[\w+-]+){0,2}$/.test(value);
const HOURS = { from: isTimeOfDay, to: isTimeOfDay };
const PAUSES = [{ weekdays: list(oneOf(...WEEK), 7) }, HOURS, { weekdays: list(oneOf(...WEEK), 7), ...HOURS }];
const LEAST_RUNNING = (7 * DAY) / 24; // ms in a week: a longer pause would stop every clock

function isPause(value) {
  if (!PAUSES.some((forms) => record({ timezone: isZone, ...forms })(value))) return false;
  const { weekdays = [], from, to } = value;
  if (from === undefined) return weekdays.length < WEEK.length;
  const daily = (timeOf(to) - timeOf(from) + DAY) % DAY;
  return daily > 0 && (WEEK.length - weekdays.length) * (DAY - daily) >= LEAST_RUNNING;
}

function isClock(clock) {
  if (!isObject(clock) || !Object.hasOwn(CLOCKS, clock.policy)) return false;
  const { pause, policy, ...times } = clock;
  return record(CLOCKS[policy])(times) && (pause === undefined || isPause(pause)) && !(times.cap < times.initial);
}

const isOffset = (value) =>
  Array.isArray(value) && value.length === 2 && isMoment(value[0]) && whole(1 - SECONDS, SECONDS - 1)(value[1]);
const isAscending = (moments) => moments.every((moment, place) => place === 0 || moment > moments[place - 1]);

// The values of the options that differ from the defaults of the record.
export const OPTIONS = {
  dynasty: isSeries,
  tournament: isSeries,
  clock: isClock,
  offsets: (value) => list(isOffset, 1000)(value) && isAscending(value.map(([moment]) => moment)),
  on_timeout: oneOf("forfeit", "claim"),
  absent: oneOf("end", "discard"),
  stand_in: isText,
  deal: record({ digest: isHash, game: isId, seed: isHash }),
  hints: oneOf(false),
  rated: oneOf(true),
  private: oneOf(true),
  spectators: oneOf(false),
  invited: (value) => list(isPlayer, 100)(value) && value.length > 0,
};
