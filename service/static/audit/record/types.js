// The types of events in docs/understand/log.md, and which of them are automatic.

import { attended, isTogether, NOBODY } from "./attendance.js";
import { isHash, isObject } from "../encoding/forms.js";
import { seriesOf } from "./kinds.js";

/** @type {(type: string) => [string, number[]]} */
const onlyFirst = (type) => [type, [1]];
const DRAWS = [1, 2]; // the versions of the draws

// Every type with its schemas; a test compares them with those of the server.
/** @type {Map<string, number[]>} */
export const SCHEMAS = new Map([
  ...["GameCreated", "PlayerSeated", "GameScored"].map(
    /** @type {(type: string) => [string, number[]]} */ (type) => [type, [1, 2]],
  ),
  ...[
    "GameStarted",
    "LineDealt",
    "KingDrawn",
    "DominoChosen",
    "DominoPlaced",
    "DominoDiscarded",
    "DominoLeftOver",
    "GameEnded",
    "SeedRevealed",
    "FirePlaced",
    "FireLost",
    "TotemTaken",
    "TotemGiven",
    "TotemReturned",
    "BoardRefilled",
    "CavemanPaid",
    "CavemanTaken",
    "CavemanPut",
    "RecruitingDeclined",
    "BotSeated",
    "TimeExpired",
    "SeatAway",
    "SeatReturned",
    "SeatLeft",
    "SeatTakenOver",
    "VacationBegan",
    "VacationEnded",
    "OutageRecorded",
    "EndAgreed",
    "GameAborted",
    "PlanFired",
  ].map(onlyFirst),
]);

// The types that never begin an append, but follow automatically from the event before.
const FOLLOWING = new Set([
  "GameStarted",
  "LineDealt",
  "KingDrawn",
  "DominoLeftOver",
  "GameEnded",
  "FireLost",
  "TotemTaken",
  "TotemReturned",
  "BoardRefilled",
  "GameScored",
]);

// The types that are decided together with the event before, and only after it.
const DECIDED = { TimeExpired: ["SeatAway", "SeatLeft"], GameAborted: ["SeedRevealed"] };

const ENDINGS = [
  ["GameEnded", "SeedRevealed", "GameScored"],
  ["GameAborted", "SeedRevealed"],
];

// The events before the first with an unknown type or schema; none if the first event does not open a game, or opens one
// by rules of none of these versions.
export function knownOf(events, versions) {
  if (!isOpening(events[0]) || !versions.includes(events[0].data.rules_version)) return [];
  const unknown = events.findIndex(({ type, schema }) => !SCHEMAS.get(type)?.includes(schema));
  return unknown === -1 ? events : events.slice(0, unknown);
}

/** @type {(event?: { type?: string, schema?: number, data?: any }) => boolean} */
export function isOpening({ type, schema, data } = {}) {
  return (
    type === "GameCreated" &&
    isObject(data) &&
    isObject(data.rules) &&
    isObject(data.options) &&
    [2, 3, 4].includes(data.players) &&
    DRAWS.includes(drawsOf({ schema, data })) &&
    isFounded(drawsOf({ schema, data }), data)
  );
}

// The version of a game's draws; version 1 is not in the first event.
export function drawsOf({ schema, data }) {
  return schema === 1 ? 1 : data.draws;
}

// From draws of version 2 on, the games of series, and only they, have the hash of the event with their commitment.
function isFounded(draws, { founding = null, options }) {
  return (founding !== null) === (draws > 1 && seriesOf(options) !== undefined) && (founding === null || isHash(founding));
}

export function ofType(events, ...types) {
  return events.filter(({ type }) => types.includes(type));
}

// The events that follow automatically from the one before, in the same append.
export function followingOf(events) {
  const { rules, players, options } = events[0].data;
  const pairs = rules.game === "origins" && players === 2; // R21: the choice of one pair also decides the other pair
  const [, ...paired] = pairs ? ofType(events, "DominoChosen").slice(0, 4) : [];
  const together = new Set([...paired, ...(seriesOf(options) ? ofType(events, "PlayerSeated", "BotSeated") : [])]);
  let before = NOBODY;
  return events.filter((event, index) => {
    const choice = isTogether(before, event);
    before = attended(before, event);
    const decided = DECIDED[events[index - 1]?.type]?.includes(event.type);
    return FOLLOWING.has(event.type) || together.has(event) || decided || choice;
  });
}

// The first event that is wrong at the end of a game, or undefined.
export function wrongAtEnd(events) {
  const start = events.findIndex(({ type }) => ENDINGS.flat().includes(type));
  if (start === -1) return undefined;
  const ending = ENDINGS.find(([first]) => first === events[start].type) ?? ENDINGS[0];
  return events.slice(start).find(({ type }, index) => type !== ending[index]);
}
