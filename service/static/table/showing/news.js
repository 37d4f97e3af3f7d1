// What happened, in words: the events that one hears of.

import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";

const TOLD = new Set([
  "PlayerSeated",
  "BotSeated",
  "GameStarted",
  "LineDealt",
  "DominoChosen",
  "DominoPlaced",
  "DominoDiscarded",
  "DominoLeftOver",
  "FirePlaced",
  "FireLost",
  "TotemTaken",
  "TotemGiven",
  "TotemReturned",
  "CavemanPaid",
  "CavemanTaken",
  "CavemanPut",
  "RecruitingDeclined",
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
  "GameScored",
]);

const MOST = 3; // sentences: what is older can be read in the list
const MOST_HEARD = 12; // events
const QUIET = new Set(["LineDealt", "DominoLeftOver", "RecruitingDeclined"]);

function whatOf({ resource, caveman }) {
  if (resource) return { what: say(`piece.${resource}`) };
  return caveman ? { what: say(`caveman.${caveman}`) } : {};
}

// One event as a sentence, null for one that is not told of.
export function told({ type, seat, data, cause }, players) {
  if (!TOLD.has(type)) return null;
  if (type === "GameAborted" && cause === "timeout") return say("news.unfilled");
  const name = (at) => (players[at] ? nameOf(players[at]) : say("table.somebody"));
  const numbers = data.dominoes?.join(", ");
  return say(`news.${type}`, { ...data, ...whatOf(data), dominoes: numbers, name: name(seat), to: name(data.to) });
}

function together(events) {
  const [first, second] = events;
  return first.type === "DominoPlaced" && second?.type === "DominoChosen" && first.seat === second.seat;
}

// What others did, as one text: placing and choosing of the same turn are one sentence.
export function news(events, { players, viewer }) {
  const heard = events.filter(({ type, seat }) => TOLD.has(type) && !QUIET.has(type) && (seat === null || seat !== viewer));
  const sentences = [];
  while (heard.length) {
    const [first, second] = heard;
    if (together(heard)) {
      const name = nameOf(players[first.seat]);
      sentences.push(say("news.both", { name, domino: first.data.domino, taken: second.data.domino }));
      heard.splice(0, 2);
    } else {
      sentences.push(told(heard.shift(), players));
    }
  }
  return sentences.slice(-MOST).join("; ");
}

// What others did since the viewer's own last move.
export function newsSinceOwn(events, who) {
  const own = events.findLastIndex(({ seat }) => seat !== null && seat === who.viewer);
  return news(events.slice(own + 1).slice(-MOST_HEARD), who);
}
