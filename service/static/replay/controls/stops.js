// The stops of stepping: after every event, at the end of every turn, or of every round.

const PLACES = ["DominoPlaced", "DominoDiscarded"];

export const UNITS = ["event", "turn", "round"];

// For each frame, true if a turn begins with it: a domino is placed or discarded, or another seat chooses.
function turnStarts(frames) {
  let acting = null;
  return frames.map(({ event: { type, seat } }) => {
    if (!PLACES.includes(type) && type !== "DominoChosen") return false;
    const begins = type !== "DominoChosen" || seat !== acting;
    acting = seat;
    return begins;
  });
}

// The round of a frame's event, 0 before the first one: after the last event of a round the state has the next round.
export function roundOf(frames, index) {
  return frames[index - 1]?.state.round ?? 0;
}

function roundStarts(frames) {
  return frames.map((_, index) => roundOf(frames, index) !== roundOf(frames, index - 1));
}

function ends(starts) {
  return [...starts.keys()].filter((index) => index === starts.length - 1 || starts[index + 1]);
}

// The indices of the frames at which to stop, in order, by unit.
export function stopsOf(frames) {
  return { event: [...frames.keys()], turn: ends(turnStarts(frames)), round: ends(roundStarts(frames)) };
}

export function stopAfter(stops, index) {
  return stops.find((stop) => stop > index) ?? stops.at(-1);
}

export function stopBefore(stops, index) {
  return stops.findLast((stop) => stop < index) ?? 0;
}
