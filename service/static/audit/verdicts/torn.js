// The automatic event that must follow the last event, as far as counting shows it without the rules of the game.

import { say } from "../../shared/words.js";
import { attended, NOBODY } from "../record/attendance.js";
import { NotShown } from "../encoding/checks.js";
import { dealing } from "../draws/draws.js";
import { seriesOf } from "../record/kinds.js";
import { ofType } from "../record/types.js";

// After these events it can be the turn of an idle seat, for which the game acts automatically (R32).
const TURNS = new Set([
  "BoardRefilled",
  "CavemanPut",
  "DominoChosen",
  "DominoDiscarded",
  "DominoLeftOver",
  "DominoPlaced",
  "KingDrawn",
  "LineDealt",
  "RecruitingDeclined",
  "SeatLeft",
]);

// The type of the missing event, or null for none; throws NotShown if only the rules can tell.
export function missingAfter(events) {
  const { type } = events.at(-1);
  const counts = countsOf(events);
  const missing = AFTER[type]?.(counts) ?? null;
  if (missing === null && counts.idle.length > 0 && TURNS.has(type)) untold();
  return missing;
}

// The progress of the game, as counts of its events.
function countsOf(events) {
  const { rules, players, options } = events[0].data;
  const { deck, line } = dealing(rules, players);
  const kings = players === 3 ? 3 : 4;
  const count = (...types) => ofType(events, ...types).length;
  const lines = count("LineDealt");
  return {
    ...events.reduce(attended, NOBODY),
    aborted: count("GameAborted") > 0,
    ends: options.absent === "end",
    forfeit: options.on_timeout !== undefined,
    origins: rules.game === "origins",
    tribe: rules.mode === "tribe",
    pairs: rules.game === "origins" && players === 2,
    oneByOne: rules.game === "origins" || rules.first_line === "drawn",
    inSeries: seriesOf(options) !== undefined,
    free: players - count("PlayerSeated", "BotSeated"),
    kings,
    drawn: count("KingDrawn"),
    leftOver: line > kings,
    first: lines === 1,
    last: lines === deck / line,
    unchosen: kings * lines - count("DominoChosen"),
    unplaced: kings * (deck / line) - count("DominoPlaced", "DominoDiscarded"),
  };
}

const AFTER = {
  GameCreated: afterSeat,
  PlayerSeated: afterSeat,
  BotSeated: afterSeat,
  GameStarted: () => "LineDealt",
  LineDealt: afterLine,
  BoardRefilled: ({ first }) => (first ? "KingDrawn" : null),
  KingDrawn: afterKing,
  DominoChosen: afterChoice,
  RecruitingDeclined: afterTurn,
  CavemanPut: afterTurn,
  DominoLeftOver: nextLine,
  DominoPlaced: (counts) => (counts.origins ? untold() : afterPlacing(counts)),
  DominoDiscarded: afterPlacing,
  FirePlaced: untold,
  FireLost: untold,
  TotemTaken: untold,
  TotemGiven: untold,
  TotemReturned: untold,
  CavemanTaken: untold,
  TimeExpired: ({ forfeit }) => (forfeit ? "SeatLeft" : "SeatAway"),
  SeatLeft: ({ ends, stayed, people }) => (ends && (stayed.length < 2 || people.length === 0) ? "GameEnded" : null),
  PlanFired: () => say("audit.plan-move"),
  EndAgreed: ({ persons, agreed }) => (persons.every((seat) => agreed.includes(seat)) ? "GameEnded" : null),
  GameAborted: () => "SeedRevealed",
  SeedRevealed: ({ aborted }) => (aborted ? null : "GameScored"),
};

function untold() {
  throw new NotShown(say("audit.untold"));
}

// In a series all players are seated at once; only the series' log shows whether the next one is a person.
function afterSeat({ inSeries, free }) {
  if (free === 0) return "GameStarted";
  return inSeries ? say("audit.a-seat") : null;
}

function afterLine({ first, tribe }) {
  if (tribe) return first ? "BoardRefilled" : untold();
  return first ? "KingDrawn" : null;
}

// In Origins both chiefs of a player are drawn at once. If a king chooses before the next is drawn, none is due.
function afterKing({ pairs, oneByOne, drawn, kings }) {
  if (pairs && drawn === kings) return "DominoChosen"; // the remaining pair goes to the second player
  if (pairs) return drawn % 2 === 1 ? "KingDrawn" : null;
  return !oneByOne && drawn < kings ? "KingDrawn" : null;
}

function afterChoice(counts) {
  const { pairs, first, unchosen, drawn, kings, tribe } = counts;
  if (pairs && first && unchosen % 2 === 1) return "DominoChosen";
  if (drawn < kings) return "KingDrawn";
  if (tribe && !first && unchosen === 0) return untold();
  return afterTurn(counts);
}

function afterTurn({ unchosen, leftOver, last }) {
  if (unchosen > 0) return null;
  return leftOver ? "DominoLeftOver" : nextLine({ last });
}

function nextLine({ last }) {
  return last ? null : "LineDealt";
}

function afterPlacing({ unplaced }) {
  return unplaced === 0 ? "GameEnded" : null;
}
