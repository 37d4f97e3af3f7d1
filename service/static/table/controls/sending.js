// Sending moves: each with the version for which it was decided, and an Idempotency-Key for safe retries.

import { pause } from "../../shared/pause.js";
import { randomHex } from "../../shared/random.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";

const AGAIN = [0, 502, 503, 504];
const TRIES = 3;
const PAUSE = 400;

async function persistent(path, options) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await api(path, options);
    } catch (problem) {
      if (!AGAIN.includes(problem.status) || tried === TRIES) throw problem;
      await pause(PAUSE * tried);
    }
  }
}

export const newKey = () => randomHex(16);

// Send a command to `path`; returns its response.
export function command(path, body = {}, headers = {}) {
  return persistent(path, { method: "POST", body, headers: { "Idempotency-Key": newKey(), ...headers } });
}

// True if this seat must now make a move of this type.
function due(state, seat, { type }) {
  return state.to_act?.seat === seat && state.to_act.types.includes(type);
}

// Make these moves in order, as long as they belong to the turn; `made(state, move)` is called after each.
// Throws the `Problem` of a refused move; its `done` has the moves made before it, and `rest` what could be sent again: the other
// `moves`, their `keys`, and the `version` for which they were decided.
export async function make(state, seat, moves, made) {
  const done = [];
  const keys = moves.map(newKey);
  let now = state;
  for (const [at, move] of moves.entries()) {
    if (done.length && !due(now, seat, move)) return;
    try {
      const headers = { "Idempotency-Key": keys[at], "If-Match": `"${now.version}"` };
      now = await command(`/games/${state.id}/moves`, move, headers);
    } catch (problem) {
      const rest = { moves: moves.slice(at), keys: keys.slice(at), version: now.version };
      throw Object.assign(problem, { done, refused: move, rest });
    }
    done.push(move);
    made(now, move);
  }
}

// The reason of the failure in words, with the moves that were made.
export function reasonOf({ done = [], refused, code, message }) {
  if (code === "version/stale") return say("table.stale");
  const [first] = done;
  return first?.domino ? say("table.half", { domino: first.domino, wish: refused.domino, why: message }) : message;
}
