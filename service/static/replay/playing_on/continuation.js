// A continuation from a version, by the API: `record` is the game's path there. Nothing is stored.

import { randomHex } from "../../shared/random.js";
import { api } from "../../shared/session.js";

const SEED_BYTES = 4;

// The seed for dealing the unseen dominoes again.
export function newSeed() {
  return Number.parseInt(randomHex(SEED_BYTES), 16);
}

// The continuation after the moves in `play` (notation, all seats); the bots have moved until it is the turn of `seat`.
export function continuation(record, { version, seat, bot, seed, play }) {
  const query = new URLSearchParams({ version, seat, bot, seed, play });
  return api(`${record}/continuation?${query}`);
}
