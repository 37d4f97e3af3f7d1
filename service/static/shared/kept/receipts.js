// The receipts from responses, in IndexedDB, by player: the holder of a receipt can prove what the service signed.
// Of two contradicting receipts both are kept, because together they convict the service.

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
    await within("readwrite", (receipts) => receipts.put({ player, game, version, hash, text }));
    for (const listener of listeners) listener({ game, version, hash });
  } catch (failure) {
    console.warn("A receipt was not kept:", failure);
  }
}

// The player's receipts, of one game if given, as texts by game and version; none without storage.
export async function receiptsOf(player, game) {
  const range = game === undefined ? below(player) : below(player, game);
  const found = await within("readonly", (receipts) => receipts.getAll(range)).catch(() => []);
  return found.map(({ text }) => text);
}

// Delete all receipts of the player.
export function forgetReceipts(player) {
  return within("readwrite", (receipts) => receipts.delete(below(player)));
}
