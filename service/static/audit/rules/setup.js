// What the rules of a game say before its first move: R1 to R5, R16, R17, R20, R21 and R29 of docs/play/rules.md.

import { rule } from "./broken.js";

export const DOMINOES = 48;

// The 22 cavemen, in the order of their kinds (R30).
export const TILES = [
  ["hunter", 2],
  ["fisher", 2],
  ["gatherer", 2],
  ["sculptor", 2],
  ["painter", 2],
  ["fire_keeper", 2],
  ["shaman", 2],
  ["warrior1", 4],
  ["warrior2", 3],
  ["warrior3", 1],
].flatMap(([tile, count]) => Array(count).fill(tile));

// Tiles in the order of their kinds.
export const sortedTiles = (tiles) => [...tiles].sort((one, other) => TILES.indexOf(one) - TILES.indexOf(other));

// The numbers of dominoes in the game and in a line.
export function dealing({ game, edition, mighty_duel: duel }, players) {
  if (game === "origins") return { deck: DOMINOES, line: 4 };
  if (players === 2) return { deck: duel ? DOMINOES : 24, line: 4 };
  if (players === 3 && edition === "classic") return { deck: 36, line: 3 };
  return { deck: DOMINOES, line: 4 };
}

// The number of kings of each player.
export const kingsOf = (players) => (players === 2 ? 2 : 1);

// The width and height that a kingdom may have.
export function widest({ game, mighty_duel: duel, no_limit: unlimited }, players) {
  if (unlimited) return Number.POSITIVE_INFINITY;
  return duel || (game === "origins" && players === 2) ? 7 : 5;
}

// How kings come to the first line: both chiefs of a player at once, one king before each choice, or all before the first.
export function drawing({ game, first_line: way }, players) {
  if (game === "origins" && players === 2) return "pairs";
  return game === "origins" || way === "drawn" ? "one by one" : "all at once";
}

const SWITCHES = { kingdomino: ["middle_kingdom", "harmony", "mighty_duel", "no_limit"], origins: ["middle_kingdom", "harmony"] };
const CHOICES = {
  kingdomino: { edition: ["classic", "second"], first_line: ["drawn", "alternating", "seated"] },
  origins: { mode: ["discovery", "totem", "tribe"] },
};

// True if these are the options of a game, each with one of its values. Throws Broken for a game or an option that is not known.
export function isForm(rules) {
  rule(Object.hasOwn(SWITCHES, rules.game), "unknown/rules");
  const [switches, choices] = [SWITCHES[rules.game], CHOICES[rules.game]];
  const names = ["game", ...switches, ...Object.keys(choices)];
  rule(
    Object.keys(rules).every((name) => names.includes(name)),
    "unknown/rules",
  );
  return (
    switches.every((name) => typeof rules[name] === "boolean") &&
    Object.entries(choices).every(([name, values]) => values.includes(rules[name]))
  );
}

// Throws a Broken unless a game can be played with these options.
export function checkPlayable({ mighty_duel: duel, no_limit: unlimited, middle_kingdom: middle, harmony }, players) {
  rule(!duel || players === 2, "rules/mighty-duel-players");
  rule(!(unlimited && (middle || harmony || duel)), "rules/no-limit-mix");
}
