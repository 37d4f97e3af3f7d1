// Moves as tokens of the notation (docs/play/notation.md).

const WRITTEN = {
  place: ({ domino, x, y, direction }) => `${domino}@${x},${y}${direction[0]}`,
  discard: ({ domino }) => `${domino}x`,
  choose: ({ domino }) => `>${domino}`,
  fire: ({ x, y }) => `*${x},${y}`,
  totem: ({ resource, seat }) => `^${resource}:${seat}`,
};

// The token of a move.
export function tokenOf(move) {
  return WRITTEN[move.type](move);
}
