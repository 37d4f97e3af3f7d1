// The turns of a game, as far as something moves on the table.

const PUTS = ["FirePlaced", "CavemanPut"];

const begun = (seat, from, placed) => ({ seat, from, placed, taken: null, put: [] });

// Turns in the order of the events: `{ seat, from, placed, taken, put }`. The king leaves the domino `from` and goes to `taken`,
// `placed` is the placed domino (each null for none), and `put` has the squares on which something was put.
export function turnsOf(events) {
  const turns = [];
  const turnOf = (seat) => {
    if (turns.at(-1)?.seat !== seat) turns.push(begun(seat, null, null));
    return turns.at(-1);
  };
  for (const { type, seat, data } of events) {
    if (type === "DominoPlaced") turns.push(begun(seat, data.domino, data.domino));
    else if (type === "DominoDiscarded") turns.push(begun(seat, data.domino, null));
    else if (type === "DominoChosen" && turnOf(seat).taken === null) turnOf(seat).taken = data.domino;
    else if (type === "DominoChosen") turns.push({ ...begun(seat, null, null), taken: data.domino });
    else if (PUTS.includes(type)) turnOf(seat).put.push({ x: data.x, y: data.y });
  }
  return turns;
}

// The events that these moves of the seat will cause, as far as turns consist of them.
export function eventsOf(moves, seat) {
  const types = {
    place: "DominoPlaced",
    discard: "DominoDiscarded",
    choose: "DominoChosen",
    fire: "FirePlaced",
    put: "CavemanPut",
  };
  const single = moves.flatMap(({ dominoes, ...move }) => (dominoes ? dominoes.map((domino) => ({ ...move, domino })) : [move]));
  return single.map(({ type, ...data }) => ({ type: types[type], seat, cause: "player", data }));
}
