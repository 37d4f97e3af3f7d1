// Whose turn it is.

// Whether this seat is to act, and its player in person: who left, or is away, has no turn while a bot plays.
export function isTurnOf({ players, to_act: turn }, seat) {
  return seat !== null && turn?.seat === seat && !players[seat].left && !players[seat].away;
}
