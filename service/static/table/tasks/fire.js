// Origins: putting the volcano's fire on a square within its reach (R23).

import { say } from "../../shared/words.js";
import { same } from "../controls/arrows.js";
import { Putting } from "./picking.js";

export class Fire extends Putting {
  constructor(table, hooks, moves, answer) {
    const fires = Math.max(...table.kingdom.cells.slice(-2).map(({ craters }) => craters));
    super(table, hooks, moves, `token-${fires}`, answer);
    this.words = say("table.fire", { count: fires });
    this.refusal = say("table.fire-refused");
  }

  // The objects on the picked square, which would burn (R26, R29).
  get burnt() {
    const cell = this.picked && this.table.kingdom.cells.find((each) => same(each, this.picked));
    return { caveman: cell?.caveman, resource: cell?.resource };
  }

  // A single click must not burn the viewer's own caveman.
  pick(square) {
    super.pick(square);
    this.asks = Boolean(this.burnt.caveman);
  }

  retry(tried) {
    super.retry(tried);
    this.asks = Boolean(this.burnt.caveman);
  }

  choose() {
    super.choose();
    if (this.heading !== this.words) this.hooks.said(this.heading);
  }

  get heading() {
    const { caveman, resource } = this.burnt;
    if (caveman) return say("table.fire-burns", { what: say(`caveman.${caveman}`) });
    return resource ? say("table.fire-destroys", { what: say(`piece.${resource}`) }) : this.words;
  }

  get summary() {
    const { caveman } = this.burnt;
    return caveman ? say("table.do-fire-burns", { what: say(`caveman.${caveman}`) }) : say("table.do-fire");
  }
}
