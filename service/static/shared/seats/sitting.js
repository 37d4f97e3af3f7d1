// Taking a seat with random numbers of the player, so that nobody can choose the draws (docs/organize/randomness.md): whoever
// refuses the request gets the same numbers again, until the record shows what became of it.

import { answered, attempting, attemptsAt, tidyAttempts } from "../kept/attempts.js";
import { seenBefore } from "../kept/seen.js";
import { randomHex } from "../random.js";
import { api, ask, me, Problem } from "../session.js";
import { proofOfOpening, sizeOf } from "../transparency/opening.js";
import { say } from "../words.js";
import { withKey } from "./keys.js";

// What follows from the kind of table: the path of its seats, the number of events with its opening and seats, and their type.
// A tournament's entries may be anywhere in its record.
const KINDS = {
  games: { seats: "seats", events: 5, seated: "PlayerSeated" },
  dynasties: { seats: "seats", events: 5, seated: "DynastySeated" },
  tournaments: { seats: "entries", events: 1000, seated: "TournamentPlayerEntered", whole: true },
};

function refused(code) {
  return new Problem(409, `seat/${code}`, say(`seat.${code}`));
}

// True if the first event commits to the draws, before anybody sends entropy. New tables do; a table from before there were
// versions of the draws, or a server that presents one, does not.
function commits(series, { draws, commitments }) {
  return draws >= 2 && (series === "games" || commitments?.length > 0);
}

// The events of the table's opening and seats.
async function opening(series, id, key) {
  const { events: limit, whole = false } = KINDS[series];
  const events = [];
  let after = 0;
  do {
    const page = await api(withKey(`/${series}/${id}/events?limit=${limit}&after=${after}`, key));
    events.push(...page.events);
    after = page.next;
  } while (whole && after);
  return events;
}

// The hash of the table's first event, and the players who sit there, with their entropy. Throws a `Problem` if nobody should
// sit down there. The opener of the table has a receipt of that event.
async function looked(series, { id, key, receipt }) {
  const [{ hash, data }, ...others] = await opening(series, id, key);
  const had = receipt?.version === 1 ? receipt.hash : seenBefore(id);
  if (had !== null && had !== hash) throw refused("other-opening");
  if (!commits(series, data)) throw refused("old-draws");
  return { first: hash, seated: others.filter(({ type }) => type === KINDS[series].seated).map((event) => event.data) };
}

// The proof that the public log has the table's first event, before any entropy exists; null if there is none to check, or if an
// attempt at this table exists already, which has its own.
async function logged(series, { id, key, receipt }, first) {
  if ((await attemptsAt(id)).length > 0) return null;
  try {
    return await proofOfOpening(withKey(`/${series}/${id}/proof?leaf=open`, key), { id, first, isNew: receipt !== null });
  } catch {
    throw refused("not-in-log");
  }
}

// The attempt to send, null for a player who sits there already; stored before it is returned.
async function attempt(series, table) {
  const { first, seated } = await looked(series, table);
  const proof = await logged(series, table, first);
  const wanted = { table: table.id, first, proof, player: me().id, entropy: randomHex(32), key: randomHex(16) };
  let found;
  try {
    found = await attempting(wanted, seated);
  } catch {
    throw refused("not-kept");
  }
  if (found.refusal) throw refused(found.refusal);
  return found;
}

// Take a seat at a table of this kind, `games` or `dynasties`, or enter one of the `tournaments`.
export async function sitDown(series, { id, key = null, receipt = null }) {
  const { attempt: kept, at } = await attempt(series, { id, key, receipt });
  if (kept === null) return;
  const body = { entropy: kept.entropy, seen: kept.first, ...(kept.proof && { checkpoint: await sizeOf(kept.proof) }) };
  const headers = { "Idempotency-Key": kept.key };
  try {
    const { status } = await ask(withKey(`/${series}/${id}/${KINDS[series].seats}`, key), { method: "POST", body, headers });
    await answered(kept, at, status);
  } catch (problem) {
    await answered(kept, at, problem.status || null, problem.code);
    throw problem;
  }
  await tidyAttempts();
}
