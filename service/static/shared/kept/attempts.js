// The attempts to take a seat: what this browser sends, stored before it is sent, and how each request was answered. Whoever
// runs the service could refuse requests until a deck suits them, so a table gets the same random numbers each time; and the
// player can show what was sent. `docs/organize/audit.md` defines the form.

import { below, database } from "./database.js";

const MOST = 500; // attempts
const MOST_REQUESTS = 500; // of one attempt
const MOST_OTHERS = 10; // first events

const within = database("attempts", ["table", "first", "player"]);

// The attempt at a table, of all that were `kept` there. `seated` are the players in the table's record, with their entropy. An
// error instead of the attempt is a `refusal`, with the attempt that is the reason:
//
// - `other-opening`: the attempt was for another first event
// - `other-entropy`: the player has a seat with other entropy than was sent
// - `other-player`: another player tried, and is not seated with what was sent. A new id would give another deck
//
// Both are null for a player who is seated, though not from this browser.
export function attemptAmong(kept, wanted, seated) {
  const replaced = kept.find(({ first }) => first !== wanted.first);
  if (replaced) return { refusal: "other-opening", attempt: replaced };
  const own = kept.find(({ player }) => player === wanted.player);
  const seat = seated.find(({ player }) => player === wanted.player);
  if (own && seat && seat.entropy !== own.entropy) return { refusal: "other-entropy", attempt: own };
  if (own || seat) return { refusal: null, attempt: own ?? null };
  const another = kept.find((each) => !seated.some(({ entropy }) => entropy === each.entropy));
  return another ? { refusal: "other-player", attempt: another } : { refusal: null, attempt: wanted };
}

// The attempt with what is now to be noted: a request that is about to be sent, or another first event that was presented.
function noted({ refusal, attempt }, { first }, at) {
  if (refusal === "other-opening") return { ...attempt, others: [...attempt.others, { at, first }].slice(-MOST_OTHERS) };
  if (refusal || !attempt) return attempt;
  return { ...attempt, requests: [...attempt.requests, { at, code: null, status: null }].slice(-MOST_REQUESTS) };
}

// Before a request for a seat: the `attempt` to send, `refusal`, and `at`, the time of this request. `wanted` has the table, the
// hash of its first event, the player, and new entropy and a new key, which are used only by the first attempt at this table.
// All in one transaction: of two tabs, one makes the attempt and the other sends the same. Rejects if nothing can be stored.
export function attempting(wanted, seated) {
  const fresh = { ...wanted, requests: [], others: [] };
  const at = Date.now();
  return within("readwrite", (attempts) => {
    const found = { result: null };
    attempts.getAll(below(wanted.table)).onsuccess = ({ target }) => {
      const chosen = attemptAmong(target.result, fresh, seated);
      const attempt = noted(chosen, wanted, at);
      if (attempt) attempts.put(attempt);
      found.result = { ...chosen, attempt, at };
    };
    return found;
  });
}

// Note how the request of this time was answered: by this status, null for none, and the code of an error.
export function answered({ table, first, player }, at, status, code = null) {
  return within("readwrite", (attempts) => {
    const asked = attempts.get([table, first, player]);
    asked.onsuccess = () => {
      const attempt = asked.result;
      if (!attempt) return;
      const requests = attempt.requests.map((each) => (each.at === at ? { at, code, status } : each));
      attempts.put({ ...attempt, requests });
    };
    return asked;
  }).catch((failure) => console.warn("not kept:", failure));
}

// All attempts at this table, of any player of this browser; none without storage.
export function attemptsAt(table) {
  return within("readonly", (attempts) => attempts.getAll(below(table))).catch(() => []);
}

function startOf({ requests: [first] }) {
  return first?.at ?? 0;
}

function sorted(attempts) {
  return attempts.sort((one, other) => startOf(one) - startOf(other));
}

// All attempts of this player, the oldest first; none without storage.
export async function attemptsOf(player) {
  const all = await within("readonly", (attempts) => attempts.getAll()).catch(() => []);
  return sorted(all.filter((attempt) => attempt.player === player));
}

// Delete the attempts that `choose(all)` returns, in one transaction.
function remove(choose) {
  return within("readwrite", (attempts) => {
    const asked = attempts.getAll();
    asked.onsuccess = () => {
      for (const { table, first, player } of choose(asked.result)) attempts.delete([table, first, player]);
    };
    return asked;
  });
}

// Delete all attempts of the player.
export function forgetAttempts(player) {
  return remove((all) => all.filter((attempt) => attempt.player === player));
}

// Delete the oldest attempts beyond a maximum.
export function tidyAttempts() {
  return remove((all) => sorted(all).slice(0, Math.max(0, all.length - MOST))).catch(() => {});
}
