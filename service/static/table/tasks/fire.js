// Origins: the volcano's fire goes on a square within its reach (R23).

import { say } from "../../shared/words.js";
import { Putting } from "./picking.js";

export class Fire extends Putting {
  constructor(table, hooks, moves) {
    const fires = Math.max(...table.kingdom.cells.slice(-2).map(({ craters }) => craters));
    super(table, hooks, moves, `token-${fires}`);
    this.words = say("table.fire", { count: fires });
    this.refusal = say("table.fire-refused");
  }

  get summary() {
    return say("table.do-fire");
  }
}
