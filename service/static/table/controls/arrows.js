// Moving between lit squares with the arrow keys.

// The arrow keys as steps of columns and rows.
export const ARROWS = { ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowLeft: [-1, 0], ArrowDown: [0, -1] };

export const same = (a, b) => a !== null && b !== null && a.x === b.x && a.y === b.y;

// The nearest square in a direction, with the smallest deviation from it; null for none.
export function nearest(squares, from, [dx, dy]) {
  const ahead = squares
    .map((square) => ({
      square,
      along: (square.x - from.x) * dx + (square.y - from.y) * dy,
      aside: Math.abs((square.x - from.x) * dy) + Math.abs((square.y - from.y) * dx),
    }))
    .filter(({ along }) => along > 0);
  return ahead.sort((a, b) => a.along + 2 * a.aside - b.along - 2 * b.aside)[0]?.square ?? null;
}
