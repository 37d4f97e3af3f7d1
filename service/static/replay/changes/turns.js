// The turns of a game as rows of a list: what was done in each, by whom, and how many points it moved.

import { isListed } from "../../table/showing/news.js";
import { roundOf } from "../controls/stops.js";
import { scoreOf } from "./points.js";
import { sentenceOf } from "./sentences.js";

const MOVES = ["DominoChosen", "DominoPlaced", "DominoDiscarded"];
const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero" });

const PARTS = ["CavemanPaid", "CavemanPut"]; // of what CavemanTaken tells

// All that these frames tell, without what belongs to something else that they tell.
function wordsOf(frames) {
  const told = frames.filter(({ event: { type } }) => !PARTS.includes(type));
  return sentenceOf(told.length ? told : frames, Number.POSITIVE_INFINITY);
}

// What was done with dominoes, and in words what else happened; frames without a move are all words.
function shownOf(frames) {
  const of = (type) => frames.filter(({ event }) => event.type === type).map(({ event }) => event.data.domino);
  const others = frames.filter(({ event: { type } }) => isListed({ type }) && !MOVES.includes(type) && type !== "LineDealt");
  return {
    placed: of("DominoPlaced"),
    discarded: of("DominoDiscarded"),
    chosen: of("DominoChosen"),
    rest: others.length ? wordsOf(others) : "",
  };
}

function gainOf(before, after, seat) {
  const points = scoreOf(after, seat).total - scoreOf(before, seat).total;
  return points ? signed.format(points) : "";
}

// For each stop one row { version, round, seat, words, gain }, with { placed, discarded, chosen, rest } where somebody moved; `stops` are the indices of the frames with which turns end.
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
