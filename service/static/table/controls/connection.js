// Shows, above everything else, that the connection to the service was lost or restored.

import { say } from "../../shared/words.js";

const TOLD = 6000; // ms for which the restored connection is shown

export class Connection {
  isDown = false;

  constructor(place) {
    this.place = place;
  }

  down() {
    clearTimeout(this.clearing);
    this.isDown = true;
    this.tell(say("table.line-down"));
  }

  up() {
    if (!this.isDown) return;
    this.isDown = false;
    this.tell(say("table.line-back"));
    this.clearing = setTimeout(() => this.tell(""), TOLD);
  }

  tell(words) {
    this.place.classList.toggle("bad", this.isDown);
    if (this.place.textContent !== words) this.place.textContent = words;
  }
}
