// One thing after the other: what comes of an older state must not be shown over a later one.

export class Queue {
  waiting = 0; // how much is still to be done
  last = Promise.resolve();

  // `changed()` is told whenever something begins or ends.
  constructor(changed) {
    this.changed = changed;
  }

  // Do this when all that came before is done; what comes of it.
  /** @type {(work: () => any) => Promise<any>} */
  run(work) {
    this.waiting += 1;
    this.changed();
    const result = this.last.then(work);
    this.last = result
      .catch(() => {})
      .then(() => {
        this.waiting -= 1;
        this.changed();
      });
    return result;
  }
}
