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
  last = null; // the draft of this page, if the browser stores nothing

  constructor(game) {
    this.game = game;
  }

  // Store a draft for a turn, given as a unique text; null deletes it.
  save(turn, tried) {
    const others = without(this.game);
    this.last = tried && { turn, tried };
    keep(tried ? [...others, [this.game, this.last]] : others);
  }

  // The draft of one of these turns, `{ turn, tried }`, null for none; a draft of another turn is dropped.
  find(...turns) {
    const draft = stored() ? all()[this.game] : this.last;
    if (!draft) return null;
    if (turns.includes(draft.turn)) return draft;
    this.save(draft.turn, null);
    return null;
  }
}
