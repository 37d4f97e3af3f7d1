// Tables that this browser is opening, until the opener and the bots sit there: a repeated click continues at the same table.
// Another table would have another seed, and so another deck.

import { below, database } from "./database.js";

const within = database("openings", ["player", "request"]);

// The kept opening of this player by this request, a text; else `fresh` is kept and returned. Its `table` is null until it is known.
// In one transaction, so two tabs open one table.
export function openingOf(player, request, fresh) {
  return within("readwrite", (openings) => {
    const asked = openings.get([player, request]);
    const found = { result: null };
    asked.onsuccess = () => {
      found.result = asked.result ?? { player, request, table: null, ...fresh };
      if (!asked.result) openings.put(found.result);
    };
    return found;
  });
}

// Store the opening with its table.
export function keepOpening(opening) {
  return within("readwrite", (openings) => openings.put(opening));
}

// Forget the opening: all sit there, or the table is over.
export function forgetOpening({ player, request }) {
  return within("readwrite", (openings) => openings.delete([player, request]));
}

// Forget all openings of the player.
export function forgetOpenings(player) {
  return within("readwrite", (openings) => openings.delete(below(player)));
}
