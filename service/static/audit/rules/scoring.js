// Points and places: R11, R12, R14, R15, R22, R24, R28, R30 and R32 of docs/play/rules.md.

import { around, CASTLE, connected, distance } from "./squares.js";

const TERRAINS = ["wheat", "forest", "lake", "grassland", "swamp", "mine", "desert", "jungle", "quarry"];

// The points of each version of the rules.
export const VERSIONS = { 1: { middle: 10, harmony: 5, resource: 1, totems: [3, 4, 5, 6] } };

// What a caveman scores for each square around it.
const AROUND = {
  hunter: ({ resource }) => (resource === "mammoth" ? 3 : 0),
  fisher: ({ resource }) => (resource === "fish" ? 3 : 0),
  gatherer: ({ resource }) => (resource === "mushroom" ? 4 : 0),
  sculptor: ({ resource }) => (resource === "flint" ? 5 : 0),
  painter: ({ resource }) => (resource ? 2 : 0),
  fire_keeper: ({ crowns, token }) => crowns + token,
  shaman: ({ caveman }) => (caveman ? 2 : 0),
};
const STRENGTH = { warrior1: 1, warrior2: 2, warrior3: 3 };

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

// The score of a territory, as GameScored has it. `taken` is the number of dominoes that its player takes in a whole game, `totems`
// are the seat's own, by their places.
export function scoreOf(territory, { rules, version, taken, totems }) {
  const points = VERSIONS[version];
  const regions = regionsOf(territory);
  const counted = {
    regions,
    middle_kingdom: rules.middle_kingdom && inTheMiddle(territory) ? points.middle : 0,
    harmony: rules.harmony && territory.placements.length === taken ? points.harmony : 0,
    largest_region: Math.max(0, ...regions.map(({ squares }) => squares)),
    crowns: sum([...territory.squares.values()].map(fires)),
    resources: rules.mode === "totem" ? points.resource * sum(territory.resources.map((squares) => squares.length)) : 0,
    totems: sum(totems.map((totem) => points.totems[totem])),
    cavemen: rules.mode === "tribe" ? pointsOfCavemen(territory) : 0,
  };
  const ofRegions = sum(regions.map(({ squares, crowns }) => squares * crowns));
  const { middle_kingdom: middle, harmony, resources, totems: ofTotems, cavemen } = counted;
  return { ...counted, total: sum([ofRegions, middle, harmony, resources, ofTotems, cavemen]) };
}

const fires = ({ crowns, token }) => crowns + token;

// The regions by terrain, within a terrain by their first squares; volcanoes are in none.
function regionsOf(territory) {
  const squares = territory.inOrder;
  return TERRAINS.flatMap((terrain) =>
    connected(squares.filter((square) => square.terrain === terrain).map(({ at }) => at)).map((region) => ({
      terrain,
      squares: region.length,
      crowns: sum(region.map((at) => fires(territory.at(at)))),
    })),
  );
}

function inTheMiddle({ squares, widest }) {
  return [...squares.values()].every(({ at }) => distance(at, CASTLE) <= (widest - 1) / 2);
}

function pointsOfCavemen(territory) {
  const cavemen = territory.cavemen.map(([x, y, caveman]) => ({ at: [x, y], caveman }));
  const others = cavemen.filter(({ caveman }) => caveman in AROUND);
  const single = others.map(({ at, caveman }) => sum(around(at).map((next) => forSquare(territory, next, caveman))));
  const hordes = connected(cavemen.filter(({ caveman }) => caveman in STRENGTH).map(({ at }) => at));
  const strengths = hordes.map((horde) => horde.length * sum(horde.map((at) => STRENGTH[territory.at(at).caveman])));
  return sum([...single, ...strengths]);
}

function forSquare(territory, next, caveman) {
  const square = territory.at(next);
  return square ? AROUND[caveman](square) : 0;
}

// The seats by place, best first; those who share a place stand together. Seats that were left come after all others.
export function rankingOf(scores, left) {
  const merits = scores.map(({ total, largest_region: largest, crowns }, seat) => [
    left.includes(seat) ? 0 : 1,
    total,
    largest,
    crowns,
  ]);
  const better = (one, other) => merits[other].map((merit, at) => merit - merits[one][at]).find((apart) => apart !== 0) ?? 0;
  const places = [];
  for (const seat of scores.map((_, seat) => seat).sort((one, other) => better(one, other) || one - other)) {
    if (places.length > 0 && better(places.at(-1)[0], seat) === 0) places.at(-1).push(seat);
    else places.push([seat]);
  }
  return places;
}
