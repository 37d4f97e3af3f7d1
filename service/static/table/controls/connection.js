// Shows, above everything else, that the connection to the service was lost or restored.

import { stoodAt } from "../../offline/here.js";
import { say } from "../../shared/words.js";

const TOLD = 6000; // ms for which the restored connection is shown

export class Connection {
  isDown = false;
  kept = null; // the time in ms at which what is shown stood so, if it is a kept position

  constructor(place) {
    this.place = place;
  }

  down() {
    clearTimeout(this.clearing);
    this.isDown = true;
    this.tell(this.kept === null ? say("table.line-down") : stoodAt(this.kept));
  }

  up() {
    if (!this.isDown) return;
    this.isDown = false;
    this.kept = null;
    this.tell(say("table.line-back"));
    this.clearing = setTimeout(() => this.tell(""), TOLD);
  }

  tell(words) {
    this.place.classList.toggle("bad", this.isDown);
    if (this.place.textContent !== words) this.place.textContent = words;
  }
}
