// Detects silent connections: a network can fail without closing them.

const QUIET = 4500; // ms: the service sends a heartbeat every 3 s
const AGAIN = 6000; // ms until a new connection is tried, and between two attempts
const LATE = 2000; // ms: a timer this late means that the page was suspended

export class Watchdog {
  due = 0;
  timer = 0;

  // `lost()` is called after `QUIET`, `again()` whenever a new connection is due.
  constructor({ lost, again }) {
    this.lost = lost;
    this.again = again;
  }

  // Expect data from now on.
  expect() {
    if (!this.timer) this.heard();
  }

  heard() {
    this.wait(QUIET, () => this.lose());
  }

  // Stop expecting data.
  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  lose() {
    this.lost();
    this.retry();
  }

  // Jitter, so that pages do not reconnect at the same moment.
  retry() {
    this.wait(AGAIN * (0.75 + Math.random() / 2), () => {
      this.again();
      this.retry();
    });
  }

  // A page that was suspended first reads the data that has arrived.
  wait(pause, then) {
    clearTimeout(this.timer);
    this.due = performance.now() + pause;
    this.timer = setTimeout(() => (performance.now() > this.due + LATE ? this.heard() : then()), pause);
  }
}
