// The outcome of other moves, by the API: `record` is the game's path there. Nothing is stored.

import { api } from "../../shared/session.js";
import { tokenOf } from "../../table/tasks/notation.js";

// True if the move places or discards a domino.
export const isStepOne = ({ type }) => type === "place" || type === "discard";

// The kingdom of the seat after these moves from the version on; `domino` is the next one, or null.
export function variation(record, { version, seat, moves, domino }) {
  const play = moves.map(tokenOf).join(" ");
  const query = new URLSearchParams({ version, seat, play, ...(domino !== null && { domino }) });
  return api(`${record}/variation?${query}`);
}
