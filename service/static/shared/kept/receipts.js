// The receipts that answers brought, in IndexedDB, by player: whoever holds one can show what the service has signed.
// Two that contradict each other are both kept, since together they convict the service.

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

// What `work` asks of the receipts, once it is done.
async function asking(mode, work) {
  opened ??= opening();
  const transaction = (await opened).transaction(RECEIPTS, mode);
  const request = work(transaction.objectStore(RECEIPTS));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

// All keys that begin with these.
function below(...first) {
  return IDBKeyRange.bound(first, [...first, []]);
}

// Call `listener({ game, version, hash })` with each receipt that is kept from now on.
export function onReceipt(listener) {
  listeners.push(listener);
}

// Keep a receipt, the text of its header. A browser that keeps nothing, as in a private window, loses it.
export async function keepReceipt(player, text) {
  try {
    const { game, version, hash } = JSON.parse(text);
    await asking("readwrite", (receipts) => receipts.put({ player, game, version, hash, text }));
    for (const listener of listeners) listener({ game, version, hash });
  } catch (failure) {
    console.warn("A receipt was not kept:", failure);
  }
}

// The player's receipts, those of a game if one is given, as texts by game and version; none where nothing is kept.
export async function receiptsOf(player, game) {
  const range = game === undefined ? below(player) : below(player, game);
  const found = await asking("readonly", (receipts) => receipts.getAll(range)).catch(() => []);
  return found.map(({ text }) => text);
}

// Forget all of the player's.
export function forgetReceipts(player) {
  return asking("readwrite", (receipts) => receipts.delete(below(player)));
}
