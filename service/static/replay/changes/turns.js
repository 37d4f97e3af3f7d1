// The turns of a game as rows of a list: the seat, its moves, and the change of its points.

import { signed } from "../../shared/formats.js";
import { isListed } from "../../table/showing/news.js";
import { roundOf } from "../controls/stops.js";
import { scoreOf } from "./points.js";
import { sentenceOf } from "./sentences.js";

const MOVES = ["DominoChosen", "DominoPlaced", "DominoDiscarded"];
const ENDING = ["GameEnded", "SeedRevealed", "GameScored"]; // follow the last move, of which they say nothing

const PARTS = ["CavemanPaid", "CavemanPut"]; // covered by the sentence of CavemanTaken

// The sentences of these frames, without events that are covered by another sentence.
function wordsOf(frames) {
  const told = frames.filter(({ event: { type } }) => !PARTS.includes(type));
  return sentenceOf(told.length ? told : frames, Number.POSITIVE_INFINITY);
}

// The moves of dominoes as values, and all else in words; frames without a move are in words only.
function shownOf(frames) {
  const of = (type) => frames.filter(({ event }) => event.type === type).map(({ event }) => event.data.domino);
  const told = [...MOVES, ...ENDING, "LineDealt"];
  const others = frames.filter(({ event: { type } }) => isListed({ type }) && !told.includes(type));
  return {
    placed: of("DominoPlaced"),
    discarded: of("DominoDiscarded"),
    chosen: of("DominoChosen"),
    rest: others.length ? wordsOf(others) : "",
  };
}

function gainOf(before, after, seat) {
  const points = scoreOf(after, seat).total - scoreOf(before, seat).total;
  return points ? signed(points) : "";
}

// One row { version, round, seat, words, gain } for each stop, with { placed, discarded, chosen, rest } if a seat moved; `stops`
// are the indices of the frames that end turns.
export function turnsOf(frames, stops) {
  return stops.map((stop, number) => {
    const first = number ? stops[number - 1] + 1 : 0;
    const passed = frames.slice(first, stop + 1);
    const { version, state } = frames[stop];
    const seat = passed.find(({ event: { type } }) => MOVES.includes(type))?.event.seat ?? null;
    const gain = seat === null ? "" : gainOf(frames[Math.max(first - 1, 0)].state, state, seat);
    const row = { version, round: roundOf(frames, first), seat, words: wordsOf(passed), gain };
    return seat === null ? row : { ...row, ...shownOf(passed) };
  });
}
