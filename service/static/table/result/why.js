// The winners and the reason, in words. The state has the reason; `service/application/i18n/games/outcomes.py` has the same sentences.

import { nameOf } from "../../shared/names.js";
import { listed, say } from "../../shared/words.js";

export const TIE_BREAKS = ["largest_region", "crowns"];

function keyOf(decided, origins) {
  return `result.${decided}${origins && ["shared", "crowns"].includes(decided) ? "-fires" : ""}`;
}

function decision({ players, ranking, outcome, kingdoms, rules }) {
  const { decided, margin: count = 0 } = outcome;
  const names = listed(ranking[0].map((seat) => nameOf(players[seat])));
  const most = TIE_BREAKS.includes(decided) ? kingdoms[ranking[0][0]].score[decided] : 0;
  return say(keyOf(decided, rules.game === "origins"), { names, count, most, less: most - count });
}

// The sentences: what decided the game, and which players could no longer win.
export function why(state) {
  const gone = state.players.filter(({ left }) => left);
  if (!gone.length || gone.length === state.players.length) return [decision(state)];
  const names = listed(gone.map(nameOf));
  return [decision(state), say(gone.length === 1 ? "result.left" : "result.left-many", { names })];
}
