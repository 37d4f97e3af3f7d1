// How far one has read the talk of each game on this device.

import { storage } from "../../shared/kept/storage.js";

const KEY = "kingdomino.talk";
const MOST = 100; // games that are remembered

function kept() {
  try {
    return Object.entries(JSON.parse(storage("localStorage")?.getItem(KEY) ?? "{}"));
  } catch {
    return []; // somebody else wrote there
  }
}

// The number of the last message that was read.
export function lastRead(game) {
  return Number(kept().find(([each]) => each === game)?.[1] ?? 0);
}

export function keepRead(game, number) {
  if (number <= lastRead(game)) return;
  const others = kept().filter(([each]) => each !== game);
  const entries = [...others, [game, number]].slice(-MOST);
  storage("localStorage")?.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}
