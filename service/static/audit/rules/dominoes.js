// The dominoes of both games, as docs/organize/audit.md prints them: number, square a, square b; a square is its terrain
// and its crowns, in Origins its fires, of a volcano its craters.

const BASE = [
  "1:W0W0 2:W0W0 3:F0F0 4:F0F0 5:F0F0 6:F0F0 7:L0L0 8:L0L0 9:L0L0 10:G0G0 11:G0G0 12:S0S0",
  "13:W0F0 14:W0L0 15:W0G0 16:W0S0 17:F0L0 18:F0G0 19:W1F0 20:W1L0 21:W1G0 22:W1S0 23:W1M0 24:F1W0",
  "25:F1W0 26:F1W0 27:F1W0 28:F1L0 29:F1G0 30:L1W0 31:L1W0 32:L1F0 33:L1F0 34:L1F0 35:L1F0 36:W0G1",
  "37:L0G1 38:W0S1 39:G0S1 40:M1W0 41:W0G2 42:L0G2 43:W0S2 44:G0S2 45:M2W0 46:S0M2 47:S0M2 48:W0M3",
];
const ORIGINS = [
  "1:D0D0 2:D0D0 3:D0D0 4:D0G0 5:D0G0 6:D0L0 7:D0L0 8:D0J0 9:D0J0 10:D0Q0 11:D0Q0 12:G0G0",
  "13:G0G0 14:G0G0 15:L0L0 16:L0L0 17:J0J0 18:J0J0 19:G0L0 20:L0J0 21:G0Q0 22:G0Q0 23:J0Q0 24:D0G1",
  "25:D0L1 26:D0J1 27:D0Q1 28:D0V1 29:D0V1 30:D1G0 31:D1L0 32:G1L0 33:G1J0 34:G0L1 35:L1Q0 36:G0J1",
  "37:Q0Q1 38:G0V1 39:G0V1 40:L0V1 41:L0Q2 42:L0V2 43:J0V2 44:J0V2 45:Q0V2 46:L1J2 47:J1Q2 48:Q0V3",
];
const TERRAINS = {
  W: "wheat",
  F: "forest",
  L: "lake",
  G: "grassland",
  S: "swamp",
  M: "mine",
  D: "desert",
  J: "jungle",
  Q: "quarry",
  V: "volcano",
};

// Both squares of dominoes 1 to 48, as [terrain, crowns, craters].
export function dominoesOf({ game }) {
  const table = (game === "origins" ? ORIGINS : BASE).join(" ").split(" ");
  return table.map((domino) => domino.split(":")[1].match(/../g).map(square));
}

/** @type {(letters: string) => [terrain: string, crowns: number, craters: number]} */
function square([terrain, count]) {
  const number = Number(count);
  return terrain === "V" ? [TERRAINS[terrain], 0, number] : [TERRAINS[terrain], number, 0];
}
