// Moves that were made without a connection, until they are sent: one turn for each game, stored before the page says so. A turn has
// the version for which it was decided and its Idempotency-Keys, so a move is made once, and only in the position that the player
// saw. A turn that is refused stays, with the reason, until its player has read it.

import { below, database } from "./database.js";
import { keepReceipt } from "./receipts.js";

const NAME = "kingdomino.waiting";
const LATER = [401, 408, 429]; // statuses of responses after which a turn goes on waiting, like those from 500

const within = database("waiting", ["player", "game"]);
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;
const listeners = new Set();

// Call `listener()` whenever waiting turns have changed, in whichever tab.
export function onWaiting(listener) {
  listeners.add(listener);
}

function hear() {
  for (const listener of listeners) listener();
}

function changed() {
  channel?.postMessage(null);
  hear();
}

if (channel) channel.onmessage = hear;

// One tab, or the service worker, sends at a time; over plain http there are no locks, and the keys suffice.
function alone(work) {
  return navigator.locks ? navigator.locks.request(NAME, work) : work();
}

// Store a turn that was changed by its sending. Returns false, and stores nothing, if it was forgotten meanwhile by a sign-out.
async function replace(turn) {
  const before = await within("readwrite", (turns) => {
    const asked = turns.get([turn.player, turn.game]);
    asked.onsuccess = () => asked.result && turns.put(turn);
    return asked;
  });
  return before !== undefined;
}

function remove({ player, game }) {
  return within("readwrite", (turns) => turns.delete([player, game]));
}

// Keep a turn: `{ player, game, seat, version, moves, keys }`, a key for each move. Rejects if the browser stores nothing.
export async function keepWaiting(turn) {
  await within("readwrite", (turns) => turns.put({ ...turn, refused: null }));
  changed();
}

// The player's turns that wait or were refused; none without storage.
export function waitingOf(player) {
  return within("readonly", (turns) => turns.getAll(below(player))).catch(() => []);
}

// Forget the turn: it is taken back, or the reason of its refusal was read. Waits while it is being sent.
export async function forgetWaiting(turn) {
  await alone(() => remove(turn));
  changed();
}

// Forget the turns of all players of this browser: at a sign-out.
export async function forgetAllWaiting() {
  await within("readwrite", (turns) => turns.clear());
  changed();
}

// Send the waiting turns of the player whose session this is. Returns true if none is left that waits.
export async function sendWaiting() {
  return alone(async () => {
    const turns = (await within("readonly", (all) => all.getAll())).filter(({ refused }) => !refused);
    if (!turns.length) return true;
    const session = await fetch("/api/v1/session").catch(() => null);
    if (!session?.ok) return false;
    const { id } = await session.json();
    let left = false;
    for (const turn of turns.filter(({ player }) => player === id)) if (!(await send(turn))) left = true;
    changed();
    return !left;
  });
}

function request({ game, moves, keys, version }) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": keys[0], "If-Match": `"${version}"` };
  return fetch(`/api/v1/games/${game}/moves`, { method: "POST", headers, body: JSON.stringify(moves[0]) }).catch(() => null);
}

// Send the moves of a turn, one after the other; what is made is noted before the next. Returns false if it has to wait longer.
async function send(turn) {
  const answer = await request(turn);
  if (answer === null || answer.status >= 500 || LATER.includes(answer.status)) return false;
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    await replace({ ...turn, refused: { code: body.code, detail: body.detail ?? "" } });
    return true;
  }
  const receipt = answer.headers.get("Kingdomino-Receipt");
  if (receipt) await keepReceipt(turn.player, receipt);
  const rest = { ...turn, moves: turn.moves.slice(1), keys: turn.keys.slice(1), version: body.version };
  const [next] = rest.moves;
  const isDue = next && body.to_act?.seat === turn.seat && body.to_act.types.includes(next.type);
  if (!isDue) {
    await remove(turn);
    return true;
  }
  return (await replace(rest)) ? send(rest) : true;
}
