// Origins: deciding between a few options by a button for each, such as the new holder of a lost totem (R27).

import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { Task } from "./task.js";

// `options` are { move, text, shape }; `shape` is the picture on the button.
export class Deciding extends Task {
  chosen = null;

  constructor(table, hooks, options) {
    super(table, hooks);
    this.options = options;
  }

  get choices() {
    return this.options.map((option, index) => ({
      key: `option-${index}`,
      ...option,
      pressed: this.chosen === option,
      run: () => this.choose(option),
    }));
  }

  choose(option) {
    this.chosen = this.chosen === option ? null : option;
    this.hooks.changed();
  }

  get tried() {
    return this.chosen && { option: this.options.indexOf(this.chosen) };
  }

  retry({ option }) {
    this.chosen = this.options[option] ?? null;
  }

  // The option with this place among the buttons.
  number(place) {
    const option = this.options[place - 1];
    if (!option) return false;
    if (this.chosen !== option) this.choose(option);
    this.hooks.said(this.summary);
    return true;
  }

  get ready() {
    return this.chosen && [this.chosen.move];
  }

  get summary() {
    return this.chosen?.text ?? "";
  }
}

export class Totem extends Deciding {
  constructor(table, hooks, moves) {
    const text = ({ resource, seat }) =>
      say("table.give", { what: say(`piece.${resource}`), name: nameOf(table.state.players[seat]) });
    super(
      table,
      hooks,
      moves.map((move) => ({ move, text: text(move), shape: move.resource })),
    );
    this.words = say("table.totem");
  }
}
