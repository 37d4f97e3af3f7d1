// The receipts from responses, in IndexedDB, by player: the holder of a receipt can prove what the service signed.
// Of two contradicting receipts both are kept, because together they convict the service.

const NAME = "kingdomino-receipts";
const RECEIPTS = "receipts";
const KEY = ["player", "game", "version", "hash"];

const listeners = [];
let opened = null;

function opening() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(RECEIPTS, { keyPath: KEY });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// The result of `work` on the store of receipts, once its transaction is complete.
async function asking(mode, work) {
  opened ??= opening();
  const transaction = (await opened).transaction(RECEIPTS, mode);
  const request = work(transaction.objectStore(RECEIPTS));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

// The range of all keys with this beginning.
function below(...first) {
  return IDBKeyRange.bound(first, [...first, []]);
}

// Call `listener({ game, version, hash })` for each receipt stored from now on.
export function onReceipt(listener) {
  listeners.push(listener);
}

// Store a receipt, given as the text of its header. A browser without storage, as in a private window, loses it.
export async function keepReceipt(player, text) {
  try {
    const { game, version, hash } = JSON.parse(text);
    await asking("readwrite", (receipts) => receipts.put({ player, game, version, hash, text }));
    for (const listener of listeners) listener({ game, version, hash });
  } catch (failure) {
    console.warn("A receipt was not kept:", failure);
  }
}

// The player's receipts, of one game if given, as texts by game and version; none without storage.
export async function receiptsOf(player, game) {
  const range = game === undefined ? below(player) : below(player, game);
  const found = await asking("readonly", (receipts) => receipts.getAll(range)).catch(() => []);
  return found.map(({ text }) => text);
}

// Delete all receipts of the player.
export function forgetReceipts(player) {
  return asking("readwrite", (receipts) => receipts.delete(below(player)));
}
