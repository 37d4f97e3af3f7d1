// What was tried and not sent, kept in this browser: it is there again after the page was loaded anew, until the turn has passed.

import { storage } from "../../shared/kept/storage.js";

const KEY = "kingdomino.drafts";
const MOST = 30; // games: those that were left first are forgotten first

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

  // Keep this for the turn, which is a text that no other turn has; null for nothing.
  save(turn, tried) {
    const others = without(this.game);
    keep(tried ? [...others, [this.game, { turn, tried }]] : others);
  }

  // What was kept for this turn, null for nothing; what was kept for another one is dropped.
  find(turn) {
    const draft = all()[this.game];
    if (!draft) return null;
    if (draft.turn === turn) return draft.tried;
    this.save(turn, null);
    return null;
  }
}
