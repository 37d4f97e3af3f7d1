// The receipts from responses, in IndexedDB, by player: the holder of a receipt can prove what the service signed.
// Of two contradicting receipts both are kept, because together they convict the service. Each has the time, by this browser's
// clock, at which it came first: an audit bounds the dates of the record by these times.

import { below, database } from "./database.js";

const within = database("receipts", ["player", "game", "version", "hash"]);
const listeners = [];

// Call `listener({ game, version, hash })` for each receipt stored from now on.
export function onReceipt(listener) {
  listeners.push(listener);
}

// Store a receipt, given as the text of its header. A browser without storage, as in a private window, loses it.
export async function keepReceipt(player, text) {
  try {
    const { game, version, hash } = JSON.parse(text);
    const received = { player, game, version, hash, text, at: Date.now() };
    await within("readwrite", (receipts) => addNew(receipts, received));
    for (const listener of listeners) listener({ game, version, hash });
  } catch (failure) {
    console.warn("A receipt was not kept:", failure);
  }
}

function addNew(receipts, received) {
  const before = receipts.get([received.player, received.game, received.version, received.hash]);
  before.onsuccess = () => before.result ?? receipts.add(received);
  return before;
}

// The player's receipts by game and version, of one game if given; none without storage. `line` is the receipt's line in a file
// of receipts (docs/organize/audit.md): its text, after the time at which it came if this is known.
export async function receiptsOf(player, game) {
  const range = game === undefined ? below(player) : below(player, game);
  const found = await within("readonly", (receipts) => receipts.getAll(range)).catch(() => []);
  return found.map(({ at, ...receipt }) => ({
    ...receipt,
    line: at ? `${new Date(at).toISOString()} ${receipt.text}` : receipt.text,
  }));
}

// Delete all receipts of the player.
export function forgetReceipts(player) {
  return within("readwrite", (receipts) => receipts.delete(below(player)));
}
