// Automatic stepping.

const PAUSES = { slow: 3000, normal: 1200, fast: 400, fastest: 60 }; // ms

export const SPEEDS = Object.keys(PAUSES);

export class Autoplay {
  speed = "normal";
  timer = null;

  // `step()` advances and returns true if there is more; `changed(playing)` is called at each start and stop.
  constructor(step, changed) {
    this.step = step;
    this.changed = changed;
  }

  get playing() {
    return this.timer !== null;
  }

  start() {
    this.wait();
    this.changed(true);
  }

  wait() {
    this.timer = setTimeout(() => (this.step() ? this.wait() : this.stop()), PAUSES[this.speed]);
  }

  stop() {
    if (!this.playing) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.changed(false);
  }
}
