// Looking for somebody near the player's rating: a seat at the table that the service finds, or at a new one that waits.

import { randomHex } from "../random.js";
import { api } from "../session.js";
import { join } from "./opening.js";

const TRIES = 3;
const TAKEN = 409; // somebody else was quicker

// The URL of the table for a game of this kind, with the player at it.
export async function seek(body, tries = TRIES) {
  const { table } = await api("/seeks", { method: "POST", body, headers: { "Idempotency-Key": randomHex(16) } });
  try {
    return await join(table);
  } catch (problem) {
    if (problem.code === "seat/taken-by-you") return `/games/${table}`;
    if (problem.status !== TAKEN || tries === 1) throw problem;
    return seek(body, tries - 1);
  }
}
