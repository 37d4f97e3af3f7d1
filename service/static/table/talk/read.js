// How far one has read each room of each game on this device.

import { storage } from "../../shared/kept/storage.js";

const KEY = "kingdomino.talk";
const MOST = 100; // rooms that are remembered

function kept() {
  try {
    return Object.entries(JSON.parse(storage("localStorage")?.getItem(KEY) ?? "{}"));
  } catch {
    return []; // somebody else wrote there
  }
}

// The number of the last message that was read.
export function lastRead(room) {
  return Number(kept().find(([each]) => each === room)?.[1] ?? 0);
}

export function keepRead(room, number) {
  if (number <= lastRead(room)) return;
  const others = kept().filter(([each]) => each !== room);
  const entries = [...others, [room, number]].slice(-MOST);
  storage("localStorage")?.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}
