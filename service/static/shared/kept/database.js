// Databases of this browser (IndexedDB). Their transactions are atomic across tabs, and need no https.

function opening(name, keyPath) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`kingdomino-${name}`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(name, { keyPath });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

// A database with one store of this name, whose entries have this key. Returns `within(mode, work)`: runs `work(store)` in a
// transaction; once that is complete, resolves to the member `result` of what `work` returned. It rejects if the browser
// refuses to store. What was written is then on the disk.
export function database(name, key) {
  let opened = null;
  return async function within(mode, work) {
    opened ??= opening(name, key);
    const transaction = (await opened).transaction(name, mode, { durability: "strict" });
    const found = work(transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(found.result);
      transaction.onabort = () => reject(transaction.error);
    });
  };
}

// The range of all keys with this beginning.
export function below(...first) {
  return IDBKeyRange.bound(first, [...first, []]);
}
