// The reading progress of each room of each game on this device.

import { storage } from "../../shared/kept/storage.js";

const KEY = "kingdomino.talk";
const MOST = 100; // remembered rooms

function kept() {
  try {
    return Object.entries(JSON.parse(storage("localStorage")?.getItem(KEY) ?? "{}"));
  } catch {
    return []; // a foreign value in the storage
  }
}

// The number of the last read message.
export function lastRead(room) {
  return Number(kept().find(([each]) => each === room)?.[1] ?? 0);
}

export function keepRead(room, number) {
  if (number <= lastRead(room)) return;
  const others = kept().filter(([each]) => each !== room);
  const entries = [...others, [room, number]].slice(-MOST);
  storage("localStorage")?.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
}
