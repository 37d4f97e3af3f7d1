// The turn, or the end of the game, in words: the winners, and the reason for an early end.

import { nameOf, namedParts } from "../../../shared/names.js";
import { listed, say } from "../../../shared/words.js";

// True if this seat is to act, and its player in person: a player who left or is away has no turn while a bot plays.
export function isTurnOf({ players, to_act: turn }, seat) {
  return seat !== null && turn?.seat === seat && !players[seat].left && !players[seat].away;
}

// The words for the player on this seat, null for a spectator.
export function turnWords(state, seat) {
  const { status, players, to_act: turn, ranking, abort_cause: cause } = state;
  if (ranking) return endWords(state);
  if (turn) return isTurnOf(state, seat) ? say("table.yours") : say("table.turn-of", { name: nameOf(players[turn.seat]) });
  return say(`table.status-${cause === "timeout" ? "unfilled" : status}`);
}

// The same as children of a heading: where it has no room, the name is shortened and not the verb.
export function turnParts(state, seat) {
  const { players, to_act: turn } = state;
  if (!turn || isTurnOf(state, seat)) return [turnWords(state, seat)];
  return namedParts((name) => say("table.turn-of", { name }), nameOf(players[turn.seat]));
}

// The title of the tab: whose turn it is, or the result, and then the players without the viewer whom this does not name.
export function titleWords(state, seat) {
  const turn = turnWords(state, seat);
  const named = [seat, ...(state.ranking?.[0] ?? [state.to_act?.seat])];
  const others = state.players.filter(({ left }, at) => !named.includes(at) && !(state.end_cause && left)).map(nameOf);
  const words = others.length ? say("table.title", { turn, players: listed(others) }) : turn;
  return `${isTurnOf(state, seat) ? "● " : ""}${words} – Kingdomino`;
}

// The progress of the game; nothing before its start.
export function roundWords({ kingdoms, round, rounds, deck_left: left }) {
  if (!kingdoms.length) return "";
  return round === 0 ? say("table.opening", { left }) : say("table.round", { round, rounds, left });
}

// The end of a scored game: "Ben won", "Ada resigned; Ben won".
function endWords({ players, ranking, end_cause: early }) {
  const names = listed(ranking[0].map((seat) => nameOf(players[seat])));
  if (!early) return say("table.won", { names });
  const gone = players.filter(({ left }) => left);
  const cause = early === "left" && gone.length === 1 ? gone[0].left : early;
  return say(`table.won-${cause}`, { names, gone: listed(gone.map(nameOf)) });
}
