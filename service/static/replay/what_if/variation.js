// What comes of other moves, by the API: `record` is the game's path there. Nothing of it is kept.

import { api } from "../../shared/session.js";

const WRITTEN = {
  place: ({ domino, x, y, direction }) => `${domino}@${x},${y}${direction[0]}`,
  discard: ({ domino }) => `${domino}x`,
  fire: ({ x, y }) => `*${x},${y}`,
  totem: ({ resource, seat }) => `^${resource}:${seat}`,
};

// Whether the move is what a domino comes to.
export const isStepOne = ({ type }) => type === "place" || type === "discard";

// The kingdom of the seat after these moves, made from the version on; `domino` is the one to come next, or null.
export function variation(record, { version, seat, moves, domino }) {
  const play = moves.map((move) => WRITTEN[move.type](move)).join(" ");
  const query = new URLSearchParams({ version, seat, play, ...(domino !== null && { domino }) });
  return api(`${record}/variation?${query}`);
}
