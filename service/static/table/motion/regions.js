// The regions of a kingdom that bring points: connected squares of one terrain with a crown or a fire.

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];

const signsOf = ({ crowns = 0, fires = 0, token = 0 }) => crowns + fires + (token ?? 0);

// The squares of all regions of this terrain that have a sign.
export function regionsOf(cells, terrain) {
  const left = new Map(cells.filter((cell) => cell.terrain === terrain).map((cell) => [`${cell.x},${cell.y}`, cell]));
  const found = [];
  while (left.size) {
    const [[start, first]] = left;
    left.delete(start);
    const region = [first];
    for (const { x, y } of region) {
      for (const [dx, dy] of SIDES) {
        const key = `${x + dx},${y + dy}`;
        if (left.has(key)) region.push(left.get(key));
        left.delete(key);
      }
    }
    if (region.some((cell) => signsOf(cell) > 0)) found.push(...region);
  }
  return found;
}
