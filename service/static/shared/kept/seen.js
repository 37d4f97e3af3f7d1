// The first events of tables at which this browser took a seat before it stored its attempts. The audit compares the record with
// them.

import { storage } from "./storage.js";

// The hash of the first event of the table with this id; null if this browser has none.
export function seenBefore(id) {
  return storage("localStorage")?.getItem(`seen/${id}`) ?? null;
}
