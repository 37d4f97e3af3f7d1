// Whether the service can be reached, said above everything where that changes.

import { say } from "../../shared/words.js";

const TOLD = 6000; // ms for which it is said that all is well again

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
