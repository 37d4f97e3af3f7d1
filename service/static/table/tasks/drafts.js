// Unsent trials, stored in this browser: restored after a reload of the page, until the turn is over.

import { storage } from "../../shared/kept/storage.js";

const KEY = "kingdomino.drafts";
const MOST = 30; // games; the oldest drafts are dropped first

const stored = () => storage("localStorage");

function all() {
  return JSON.parse(stored()?.getItem(KEY) ?? "{}");
}

function without(game) {
  const { [game]: _, ...others } = all();
  return Object.entries(others);
}

function keep(drafts) {
  if (drafts.length) stored()?.setItem(KEY, JSON.stringify(Object.fromEntries(drafts.slice(-MOST))));
  else stored()?.removeItem(KEY);
}

export class Drafts {
  constructor(game) {
    this.game = game;
  }

  // Store a draft for a turn, given as a unique text; null deletes it.
  save(turn, tried) {
    const others = without(this.game);
    keep(tried ? [...others, [this.game, { turn, tried }]] : others);
  }

  // The draft of this turn, null for none; a draft of another turn is dropped.
  find(turn) {
    const draft = all()[this.game];
    if (!draft) return null;
    if (draft.turn === turn) return draft.tried;
    this.save(turn, null);
    return null;
  }
}
