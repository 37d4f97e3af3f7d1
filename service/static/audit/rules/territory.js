// A kingdom, or a territory of Origins: its squares and what lies on them (R8 to R10, R22 to R24, R26, R29).

import { rule } from "./broken.js";
import { beside, byRow, CASTLE, DIRECTIONS, distance, extent, moved, named } from "./squares.js";

// The resources in their order, and the terrain that has them.
export const RESOURCES = ["mammoth", "fish", "mushroom", "flint"];
const RESOURCE_OF = { grassland: "mammoth", lake: "fish", jungle: "mushroom", quarry: "flint" };

const REACH = { 1: 3, 2: 2, 3: 1 }; // of the token of a volcano, by its craters and fires

export class Territory {
  // `dominoes` are the two squares of each domino, as [terrain, crowns, craters]; with `resources`, squares without a fire have one.
  constructor({ dominoes, widest, resources }) {
    this.dominoes = dominoes;
    this.widest = widest;
    this.withResources = resources;
    this.squares = new Map(); // by name: { at, terrain, crowns, craters, token, resource, caveman }
    this.placements = [];
    this.discarded = [];
    this.tokens = [];
    this.cavemen = [];
  }

  at(square) {
    return this.squares.get(named(square));
  }

  // All squares but the castle, from the lowest row up, each row from left to right.
  get inOrder() {
    return [...this.squares.values()].sort((one, other) => byRow(one.at, other.at));
  }

  // The code of the rule that a placement of these two halves breaks, or null.
  whyNot(halves) {
    if (halves.some(({ at }) => this.squares.has(named(at)) || named(at) === named(CASTLE))) return "placement/occupied";
    const all = [CASTLE, ...[...this.squares.values()].map(({ at }) => at), ...halves.map(({ at }) => at)];
    if (extent(all) > this.widest) return "placement/too-large";
    return halves.some((half) => this.matches(half)) ? null : "placement/no-match";
  }

  // True if a half touches the castle or a square of its own terrain.
  matches({ at, terrain }) {
    return beside(at).some((next) => named(next) === named(CASTLE) || this.at(next)?.terrain === terrain);
  }

  halves(domino, first, direction) {
    const places = [first, moved(first, DIRECTIONS[direction])];
    return this.dominoes[domino - 1].map(([terrain, crowns, craters], half) => ({ at: places[half], terrain, crowns, craters }));
  }

  // True if there is a place for the domino: one half of it beside the castle or a square of its own terrain.
  canPlace(domino) {
    const known = [CASTLE, ...[...this.squares.values()].map(({ at }) => at)];
    return known.flatMap(beside).some((place) =>
      Object.entries(DIRECTIONS).some(([direction, [dx, dy]]) => {
        const firstHalf = [place, [place[0] - dx, place[1] - dy]];
        return firstHalf.some((first) => this.whyNot(this.halves(domino, first, direction)) === null);
      }),
    );
  }

  place({ domino, x, y, direction }) {
    const halves = this.halves(domino, [x, y], direction);
    const broken = this.whyNot(halves);
    rule(broken === null, broken);
    const [one, other] = this.dominoes[domino - 1].map((half) => half.join());
    rule(one !== other || direction === "east" || direction === "north", "rules/otherwise");
    for (const half of halves) {
      const resource = this.withResources && half.crowns === 0 ? (RESOURCE_OF[half.terrain] ?? null) : null;
      this.squares.set(named(half.at), { ...half, token: 0, resource, caveman: null });
    }
    this.placements.push([domino, x, y, direction]);
    return halves.find(({ craters }) => craters > 0) ?? null;
  }

  // The squares on which the token of this volcano may lie, in order.
  placesForFire({ at, craters }) {
    const free = this.inOrder.filter(({ crowns, token, craters: volcano }) => crowns === 0 && token === 0 && volcano === 0);
    return free.map((square) => square.at).filter((square) => distance(square, at) <= REACH[craters]);
  }

  putFire(square, fires) {
    Object.assign(this.at(square), { token: fires, resource: null, caveman: null });
    this.tokens.push([...square, fires]);
    this.cavemen = this.cavemen.filter(([x, y]) => named([x, y]) !== named(square));
  }

  // The squares of each resource, in order.
  get resources() {
    return RESOURCES.map((kind) => this.inOrder.filter(({ resource }) => resource === kind).map(({ at }) => at));
  }

  // The squares on which a caveman may be put, in order.
  get placesForCaveman() {
    const taken = ({ crowns, craters, token, resource, caveman }) => crowns || craters || token || resource || caveman;
    return this.inOrder.filter((square) => !taken(square)).map(({ at }) => at);
  }

  putCaveman(square, caveman) {
    this.at(square).caveman = caveman;
    this.cavemen.push([...square, caveman]);
  }
}
