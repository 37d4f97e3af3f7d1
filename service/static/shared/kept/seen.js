// The first events of tables that this browser had before it sent entropy. The audit compares the record with them.

import { storage } from "./storage.js";

const PREFIX = "seen/"; // precedes the id of a table
const MOST = 100; // tables

// The hash of the first event of the table with this id; null if this browser has none.
export function seenBefore(id) {
  return storage("localStorage")?.getItem(PREFIX + id) ?? null;
}

export function keepSeen(id, hash) {
  const kept = storage("localStorage");
  if (!kept) return;
  const others = Object.keys(kept).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + id);
  for (const key of others.slice(MOST - 1)) kept.removeItem(key);
  kept.setItem(PREFIX + id, hash);
}
