// The totems (R27): who takes one, who may give one away, and which go back to the table.

import { rule } from "./broken.js";
import { RESOURCES } from "./territory.js";

export class Totems {
  constructor(isPlayed, kingdoms) {
    this.isPlayed = isPlayed;
    this.kingdoms = kingdoms;
    this.holders = RESOURCES.map(() => null); // a seat for each resource, or null
  }

  // The places of a seat's totems.
  of(seat) {
    return this.holders.flatMap((holder, place) => (holder === seat ? [place] : []));
  }

  // The seats with the most of a resource; none if nobody has any.
  #leaders(place) {
    const counts = this.kingdoms.map(({ resources }) => resources[place].length);
    const most = Math.max(...counts);
    return most === 0 ? [] : counts.flatMap((count, seat) => (count === most ? [seat] : []));
  }

  // What follows by itself, as [type, seat, data], or null.
  get due() {
    if (!this.isPlayed) return null;
    const found = this.holders.map((holder, place) => {
      const [leaders, resource] = [this.#leaders(place), RESOURCES[place]];
      if (leaders.length === 1 && leaders[0] !== holder) return ["TotemTaken", leaders[0], { resource }];
      return leaders.length === 0 && holder !== null ? ["TotemReturned", holder, { resource }] : null;
    });
    return found.find((event) => event !== null) ?? null;
  }

  // The gifts among which a holder has to choose, as [holder, { resource, to }].
  get gifts() {
    if (!this.isPlayed) return [];
    return this.holders.flatMap((holder, place) => {
      const leaders = this.#leaders(place);
      if (holder === null || leaders.length < 2 || leaders.includes(holder)) return [];
      return leaders.map((to) => [holder, { resource: RESOURCES[place], to }]);
    });
  }

  give({ resource, to }) {
    rule(
      this.gifts.some(([, gift]) => gift.resource === resource && gift.to === to),
      "totem/choice",
    );
    this.take(resource, to);
  }

  take(resource, seat) {
    this.holders[RESOURCES.indexOf(resource)] = seat;
  }
}
