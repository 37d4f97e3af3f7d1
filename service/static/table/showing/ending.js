// How a game ended, in words: who won, and what ended it before its last domino.

import { nameOf } from "../../shared/names.js";
import { listed, say } from "../../shared/words.js";

// The last part of the key of the words: why the game ended early, as of one player who left, or of several.
function causeOf({ players, end_cause: cause }) {
  const gone = players.filter(({ left }) => left);
  return cause === "left" && gone.length === 1 ? gone[0].left : cause;
}

// Of a state whose points are counted: "Ben won", "Ada resigned; Ben won".
export function endWords(state) {
  const { players, ranking, end_cause: early } = state;
  const names = listed(ranking[0].map((seat) => nameOf(players[seat])));
  if (!early) return say("table.won", { names });
  const gone = listed(players.filter(({ left }) => left).map(nameOf));
  return say(`table.won-${causeOf(state)}`, { names, gone });
}
