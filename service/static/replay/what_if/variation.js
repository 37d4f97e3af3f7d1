// What comes of other moves, by the API: `record` is the game's path there. Nothing of it is kept.

import { api } from "../../shared/session.js";
import { tokenOf } from "../../table/tasks/notation.js";

// Whether the move is what a domino comes to.
export const isStepOne = ({ type }) => type === "place" || type === "discard";

// The kingdom of the seat after these moves, made from the version on; `domino` is the one to come next, or null.
export function variation(record, { version, seat, moves, domino }) {
  const play = moves.map(tokenOf).join(" ");
  const query = new URLSearchParams({ version, seat, play, ...(domino !== null && { domino }) });
  return api(`${record}/variation?${query}`);
}
