// Runs tasks one after the other, so that the result of an older state is never shown over a later one.

export class Queue {
  waiting = 0; // the number of unfinished tasks
  last = Promise.resolve();

  // `changed()` is called whenever a task is added or ends.
  constructor(changed) {
    this.changed = changed;
  }

  // Run this after all earlier tasks; returns its result.
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
