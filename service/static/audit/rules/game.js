// A game by docs/play/rules.md, event by event: whose turn it is, what follows by itself, and which choices are legal.

import { rule } from "./broken.js";
import { dominoesOf } from "./dominoes.js";
import { FirstChoice, lowestFree } from "./first_choice.js";
import { dealing, sortedTiles, widest } from "./setup.js";
import { named } from "./squares.js";
import { Territory } from "./territory.js";
import { Totems } from "./totems.js";
import { Tribe } from "./tribe.js";

// The types of events that are choices, by the stage of the game. At other stages something follows by itself.
const STAGES = {
  "choose-first": ["DominoChosen"],
  place: ["DominoPlaced", "DominoDiscarded"],
  fire: ["FirePlaced"],
  totem: ["TotemGiven"],
  choose: ["DominoChosen"],
  recruit: ["CavemanPaid", "RecruitingDeclined"],
  take: ["CavemanTaken"],
  put: ["CavemanPut"],
};
export const CHOICES = new Set(Object.values(STAGES).flat());

export class Game {
  constructor(rules, players) {
    this.rules = rules;
    this.players = players;
    const { deck, line } = dealing(rules, players);
    this.deck = deck; // the numbers of dominoes in the game and in a line
    this.line = line;
    const [dominoes, resources] = [dominoesOf(rules), rules.mode === "totem" || rules.mode === "tribe"];
    const territory = () => new Territory({ dominoes, widest: widest(rules, players), resources });
    this.kingdoms = Array.from({ length: players }, territory);
    this.first = new FirstChoice(rules, players);
    this.totems = new Totems(rules.mode === "totem", this.kingdoms);
    this.tribe = new Tribe(rules.mode === "tribe");
    this.dealt = []; // all dominoes dealt so far
    this.round = 0;
    this.current = []; // the current line, as [domino, seat or null]; in the first choice the dominoes on offer
    this.next = [];
    this.stage = "deal";
    this.seat = null; // whose turn it is, from the first choice on
    this.volcano = null; // whose token is to be put
    this.left = []; // the seats that were left, and those of them that nobody plays (R32), both ascending
    this.idle = [];
  }

  // The seat to act, or null while something follows by itself, and at the end.
  get mover() {
    if (this.stage === "choose-first") return this.tribe.refill ? null : this.first.mover(this.current);
    return this.stage in STAGES && !this.tribe.refill ? this.seat : null;
  }

  // The seat whose time runs. It is to act already while something follows by itself; in the first choice only if a king waits.
  get timed() {
    return this.stage === "choose-first" ? (this.first.waiting[0] ?? null) : this.seat;
  }

  get choices() {
    return this.mover === null ? [] : STAGES[this.stage];
  }

  // What follows by itself, as [type, seat, data], with null for what a draw decides; null for nothing.
  get due() {
    if (this.tribe.refill) return ["BoardRefilled", null, null];
    return DUE[this.stage]?.(this) ?? null;
  }

  // True once a domino was placed or discarded.
  get hasBegun() {
    return this.kingdoms.some(({ placements, discarded }) => placements.length + discarded.length > 0);
  }

  // The number of dominoes that each player takes in a whole game.
  get taken() {
    return (this.deck / this.line) * this.first.kingsEach;
  }

  // Changes the game by an event that is due, or a choice of the seat to act; throws Broken if it is not by the rules.
  happen({ type, seat, data }) {
    HAPPENING[type](this, data, seat);
  }

  // What an idle seat does (R32), as [type, data].
  firstOf() {
    return FIRST[this.stage](this);
  }
}

const square = ([x, y]) => ({ x, y });

const DUE = {
  deal: () => ["LineDealt", null, null],
  "choose-first": (game) => game.first.due(game.current),
  lost: (game) => ["FireLost", game.seat, { fires: game.volcano.craters }],
  totems: (game) => game.totems.due,
  leftover: (game) => ["DominoLeftOver", null, { domino: lowestFree(game.round === 0 ? game.current : game.next) }],
  end: () => ["GameEnded", null, {}],
};

const FIRST = {
  "choose-first": (game) => ["DominoChosen", { domino: lowestFree(game.current) }],
  place: (game) => ["DominoDiscarded", { domino: game.current[0][0] }],
  fire: (game) => {
    const [place] = game.kingdoms[game.seat].placesForFire(game.volcano);
    return ["FirePlaced", { ...square(place), fires: game.volcano.craters }];
  },
  totem: (game) => ["TotemGiven", game.totems.gifts[0][1]],
  choose: (game) => ["DominoChosen", { domino: lowestFree(game.next) }],
  recruit: () => ["RecruitingDeclined", {}],
  take: (game) => ["CavemanTaken", { caveman: sortedTiles(game.tribe.offered)[0] }],
  put: (game) => ["CavemanPut", square(game.kingdoms[game.seat].placesForCaveman[0])],
};

const HAPPENING = {
  LineDealt: (game, { dominoes }) => deal(game, dominoes),
  BoardRefilled: (game, { cavemen }) => game.tribe.fill(cavemen),
  KingDrawn: (game, _, seat) => game.first.draw(seat),
  DominoChosen: (game, { domino }) => (game.round === 0 ? chooseFirst(game, domino) : choose(game, domino)),
  DominoLeftOver: (game, { domino }) => {
    const line = game.round === 0 ? game.current : game.next;
    line.splice(
      line.findIndex(([other]) => other === domino),
      1,
    );
    nextRound(game);
  },
  DominoPlaced: place,
  DominoDiscarded: discard,
  FirePlaced: putFire,
  FireLost: afterFire,
  TotemTaken: (game, { resource }, seat) => afterTotem(game, resource, seat),
  TotemReturned: (game, { resource }) => afterTotem(game, resource, null),
  TotemGiven: (game, gift) => {
    game.totems.give(gift);
    afterFire(game);
  },
  CavemanPaid: (game, payment) => {
    game.tribe.pay(payment, game.kingdoms[game.seat]);
    game.stage = "take";
  },
  CavemanTaken: (game, { caveman }) => {
    game.tribe.take(caveman);
    game.stage = "put";
  },
  CavemanPut: (game, { x, y }) => {
    game.tribe.put([x, y], game.kingdoms[game.seat]);
    endTurn(game);
  },
  RecruitingDeclined: endTurn,
  GameEnded: (game) => {
    Object.assign(game, { stage: "over", seat: null });
  },
};

// Deals a line: the first, or the one from which the players choose next.
function deal(game, dominoes) {
  const isAscending = dominoes.every((domino, place) => place === 0 || domino > dominoes[place - 1]);
  rule(dominoes.length === game.line && isAscending, "draw/impossible");
  rule(!dominoes.some((domino) => game.dealt.includes(domino)), "draw/impossible");
  game.dealt.push(...dominoes);
  const line = dominoes.map((domino) => [domino, null]);
  if (game.round === 0) Object.assign(game, { current: line, stage: "choose-first" });
  else {
    game.next = line;
    startTurn(game);
  }
  game.tribe.lineDealt();
}

function stand(line, domino, seat) {
  const place = line.find(([other]) => other === domino);
  rule(place, "choice/not-offered");
  rule(place[1] === null, "choice/taken");
  place[1] = seat;
}

function chooseFirst(game, domino) {
  const [seat] = game.first.waiting;
  game.first.choose(domino, game.current);
  stand(game.current, domino, seat);
  if (game.first.isDone) lineFull(game);
}

function choose(game, domino) {
  stand(game.next, domino, game.seat);
  if (game.tribe.sources(game.kingdoms[game.seat]).length > 0) game.stage = "recruit";
  else endTurn(game);
}

function place(game, data) {
  const kingdom = game.kingdoms[game.seat];
  rule(data.domino === game.current[0][0], "placement/wrong-domino");
  game.volcano = kingdom.place(data);
  game.current.shift();
  if (game.volcano === null) afterFire(game);
  else game.stage = kingdom.placesForFire(game.volcano).length > 0 ? "fire" : "lost";
}

function discard(game, { domino }) {
  const kingdom = game.kingdoms[game.seat];
  rule(domino === game.current[0][0], "discard/wrong-domino");
  rule(game.idle.includes(game.seat) || !kingdom.canPlace(domino), "discard/placeable");
  kingdom.discarded.push(domino);
  game.current.shift();
  afterPlacing(game);
}

function putFire(game, { x, y, fires }) {
  const kingdom = game.kingdoms[game.seat];
  const places = kingdom.placesForFire(game.volcano).map(named);
  rule(fires === game.volcano.craters, "rules/otherwise");
  rule(places.includes(named([x, y])), "fire/square");
  kingdom.putFire([x, y], fires);
  afterFire(game);
}

function afterTotem(game, resource, seat) {
  game.totems.take(resource, seat);
  afterFire(game);
}

function afterFire(game) {
  game.volcano = null;
  if (game.totems.due !== null) game.stage = "totems";
  else if (game.totems.gifts.length > 0) game.stage = "totem";
  else afterPlacing(game);
}

// In the last round there is nothing to choose.
function afterPlacing(game) {
  if (game.next.length > 0) game.stage = "choose";
  else endTurn(game);
}

function endTurn(game) {
  if (game.current.length > 0) startTurn(game);
  else if (game.next.length > 0) lineFull(game);
  else Object.assign(game, { stage: "end", seat: null });
}

function startTurn(game) {
  Object.assign(game, { stage: "place", seat: game.current[0][1] });
}

// All kings have chosen: a domino without a king leaves the game first.
function lineFull(game) {
  const offered = game.round === 0 ? game.current : game.next;
  [, game.seat] = offered.find(([, seat]) => seat !== null);
  if (offered.some(([, seat]) => seat === null)) game.stage = "leftover";
  else nextRound(game);
}

function nextRound(game) {
  if (game.round > 0) Object.assign(game, { current: game.next, next: [] });
  game.round += 1;
  if (game.dealt.length < game.deck) game.stage = "deal";
  else startTurn(game);
}
