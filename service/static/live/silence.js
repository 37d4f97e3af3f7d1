// Finds out that nothing comes any more though nothing ended the connection: a network that goes silent tells nobody.

const QUIET = 4500; // ms: the service gives a sign of life every 3 s
const AGAIN = 6000; // ms after which a new connection is tried, and between two attempts
const LATE = 2000; // ms: a timer that is so late belongs to a page that slept

export class Silence {
  due = 0;
  timer = 0;

  // `lost()` is told after `QUIET`, `again()` whenever it is time for a new connection.
  constructor({ lost, again }) {
    this.lost = lost;
    this.again = again;
  }

  // From now on something has to come.
  expect() {
    if (!this.timer) this.heard();
  }

  heard() {
    this.wait(QUIET, () => this.lose());
  }

  // Nothing has to come any more.
  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  lose() {
    this.lost();
    this.retry();
  }

  // Not all pages come back at the same moment.
  retry() {
    this.wait(AGAIN * (0.75 + Math.random() / 2), () => {
      this.again();
      this.retry();
    });
  }

  // A page that slept hears first what came meanwhile.
  wait(pause, then) {
    clearTimeout(this.timer);
    this.due = performance.now() + pause;
    this.timer = setTimeout(() => (performance.now() > this.due + LATE ? this.heard() : then()), pause);
  }
}
