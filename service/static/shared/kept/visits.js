// The versions of games that a reader without an account has seen, in this browser; an account's are stored by the service.

import { storage } from "./storage.js";

const KEY = "kingdomino.visits";
const MOST = 100; // games, the latest visits

function visits() {
  try {
    return Object.entries(JSON.parse(storage("localStorage")?.getItem(KEY) ?? "{}"));
  } catch {
    return []; // not written by this code
  }
}

// The version of this game at the last visit; null for none.
export function visitOf(game) {
  return visits().find(([id]) => id === game)?.[1] ?? null;
}

// Store the version that the reader has seen; null forgets the game.
export function keepVisit(game, version) {
  const others = visits().filter(([id]) => id !== game);
  const kept = version === null ? others : [...others, [game, version]].slice(-MOST);
  try {
    storage("localStorage")?.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // a full storage keeps no visits
  }
}
