// The types of events in docs/understand/log.md, and which of them happen by themselves.

import { attended, isTogether, NOBODY } from "./attendance.js";
import { isObject } from "../encoding/forms.js";

/** @type {(type: string) => [string, number[]]} */
const onlyFirst = (type) => [type, [1]];

// Every type with its schemas; a test compares them with those of the server.
/** @type {Map<string, number[]>} */
export const SCHEMAS = new Map([
  ...[
    "GameCreated",
    "PlayerSeated",
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
    "EndAgreed",
    "GameAborted",
    "PlanFired",
  ].map(onlyFirst),
  ["GameScored", [1, 2]],
]);

// What never begins an append, but follows by itself from the event before.
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

// What is decided together with the event before, and only after that one.
const DECIDED = { TimeExpired: ["SeatAway", "SeatLeft"], GameAborted: ["SeedRevealed"] };

const ENDINGS = [
  ["GameEnded", "SeedRevealed", "GameScored"],
  ["GameAborted", "SeedRevealed"],
];

// The events before the first of a type or a schema that is not in the table; none, where no table was opened, or one
// by rules of none of these versions.
export function knownOf(events, versions) {
  if (!isOpening(events[0]) || !versions.includes(events[0].data.rules_version)) return [];
  const unknown = events.findIndex(({ type, schema }) => !SCHEMAS.get(type)?.includes(schema));
  return unknown === -1 ? events : events.slice(0, unknown);
}

/** @type {(event?: { type?: string, data?: any }) => boolean} */
export function isOpening({ type, data } = {}) {
  return (
    type === "GameCreated" && isObject(data) && isObject(data.rules) && isObject(data.options) && [2, 3, 4].includes(data.players)
  );
}

export function ofType(events, ...types) {
  return events.filter(({ type }) => types.includes(type));
}

// The events that follow by themselves from the one before, in the same append.
export function followingOf(events) {
  const { rules, players, options } = events[0].data;
  const pairs = rules.game === "origins" && players === 2; // R21: one choice of a pair, and the other pair with it
  const [, ...paired] = pairs ? ofType(events, "DominoChosen").slice(0, 4) : [];
  const together = new Set([...paired, ...(options.dynasty ? ofType(events, "PlayerSeated") : [])]);
  let before = NOBODY;
  return events.filter((event, index) => {
    const choice = isTogether(before, event);
    before = attended(before, event);
    const decided = DECIDED[events[index - 1]?.type]?.includes(event.type);
    return FOLLOWING.has(event.type) || together.has(event) || decided || choice;
  });
}

// The first event of the end of a game that is not what comes there, or undefined.
export function wrongAtEnd(events) {
  const start = events.findIndex(({ type }) => ENDINGS.flat().includes(type));
  if (start === -1) return undefined;
  const ending = ENDINGS.find(([first]) => first === events[start].type) ?? ENDINGS[0];
  return events.slice(start).find(({ type }, index) => type !== ending[index]);
}
