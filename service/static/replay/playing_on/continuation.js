// A line of play that goes on from a version, by the API: `record` is the game's path there. Nothing of it is kept.

import { randomHex } from "../../shared/random.js";
import { api } from "../../shared/session.js";

const SEED_BYTES = 4;

// From what the dominoes that nobody had seen are dealt anew.
export function newSeed() {
  return Number.parseInt(randomHex(SEED_BYTES), 16);
}

// The line after the moves in `play`, in notation, of all seats: the bots have moved until it is the turn of `seat`.
export function continuation(record, { version, seat, bot, seed, play }) {
  const query = new URLSearchParams({ version, seat, bot, seed, play });
  return api(`${record}/continuation?${query}`);
}
