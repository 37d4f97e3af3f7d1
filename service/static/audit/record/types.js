// The types of events in docs/understand/log.md.

import { isHash, isObject } from "../encoding/forms.js";
import { VERSIONS } from "../rules/scoring.js";
import { seriesOf } from "./kinds.js";

/** @type {(type: string) => [string, number[]]} */
const onlyFirst = (type) => [type, [1]];
const DRAWS = [1, 2, 3]; // the versions of the draws
const KNOWN_DEAL = 3;

// Every type with its schemas; a test compares them with those of the server.
/** @type {Map<string, number[]>} */
export const SCHEMAS = new Map([
  ["GameCreated", [1, 2]],
  ["PlayerSeated", [1, 2, 3]],
  ["GameScored", [1, 2]],
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

// The events before the first with an unknown type or schema; none if the first event does not open a game, or opens one
// by rules of an unknown version.
export function knownOf(events) {
  if (!isOpening(events[0]) || !Object.hasOwn(VERSIONS, events[0].data.rules_version)) return [];
  const unknown = events.findIndex((event) => !isKnown(event));
  return unknown === -1 ? events : events.slice(0, unknown);
}

export const isKnown = ({ type, schema }) => SCHEMAS.get(type)?.includes(schema) ?? false;

/** @type {(event?: { type?: string, schema?: number, data?: any }) => boolean} */
export function isOpening({ type, schema, data } = {}) {
  return (
    type === "GameCreated" &&
    isObject(data) &&
    isObject(data.rules) &&
    isObject(data.options) &&
    [2, 3, 4].includes(data.players) &&
    DRAWS.includes(drawsOf({ schema, data })) &&
    isFounded(drawsOf({ schema, data }), data) &&
    isDealt(drawsOf({ schema, data }), data.options)
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

// Draws of version 3 are those of a known deal, and of no game of a series.
function isDealt(draws, options) {
  const dealt = Object.hasOwn(options, "deal");
  return dealt === (draws === KNOWN_DEAL) && !(dealt && seriesOf(options) !== undefined);
}

export function ofType(events, ...types) {
  return events.filter(({ type }) => types.includes(type));
}
