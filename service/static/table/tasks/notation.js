// Moves as tokens of the notation (docs/play/notation.md).

const WRITTEN = {
  place: ({ domino, x, y, direction }) => `${domino}@${x},${y}${direction[0]}`,
  discard: ({ domino }) => `${domino}x`,
  choose: ({ domino, dominoes = [domino] }) => dominoes.map((each) => `>${each}`).join(""),
  fire: ({ x, y }) => `*${x},${y}`,
  totem: ({ resource, seat }) => `^${resource}:${seat}`,
  recruit: ({ from, pay }) => `$${from}:${pay.map((square) => square.join(",")).join("/")}`,
  take: ({ caveman }) => `+${caveman}`,
  put: ({ x, y }) => `=${x},${y}`,
  pass: () => "-",
};

// The token of a move.
export function tokenOf(move) {
  return WRITTEN[move.type](move);
}
