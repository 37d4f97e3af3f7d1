// The request for a review of a finished game or a study: sent here, computed by a worker, and awaited.

import { api, me, signIn } from "../../../shared/session.js";
import { say } from "../../../shared/words.js";

const PAUSE = 1500; // ms between two requests
const TRIES = 3; // attempts if a review was lost

/** @typedef {{ offer: (words: string) => void, waiting: (progress: number) => void, ready: (review: any) => void }} Shown */

export class ReviewRequest {
  tries = 0;
  isWaiting = false;

  // `path` is the record's; `shown` shows the offer, the progress and the review.
  /** @param {string} path @param {Shown} shown */
  constructor(path, shown) {
    this.path = `${path}/review`;
    this.shown = shown;
  }

  // Checks whether the review exists or is being computed.
  async look() {
    try {
      const answer = await api(this.path);
      if (!this.tries) this.see(answer); // otherwise the viewer has requested the review meanwhile
    } catch {
      // The offer stays; requesting the review shows the error.
    }
  }

  async ask() {
    this.tries += 1;
    this.wait(0);
    try {
      if (!me()) await signIn(say("table.guest"));
      this.see(await api(this.path, { method: "POST" }));
    } catch ({ message }) {
      this.offer(message);
    }
  }

  see(answer) {
    if (answer.status === "ready") this.take(answer);
    else if (answer.status === "running") this.goOn(answer.progress);
    else if (this.isWaiting && this.tries < TRIES) this.ask();
    else if (this.isWaiting) this.offer(say("review.lost"));
  }

  take(review) {
    this.isWaiting = false;
    this.shown.ready(review);
  }

  offer(words) {
    this.isWaiting = false;
    this.shown.offer(words);
  }

  wait(progress) {
    this.isWaiting = true;
    this.shown.waiting(progress);
  }

  goOn(progress) {
    this.wait(progress);
    this.later();
  }

  // The next request begins a while after the last response.
  later() {
    setTimeout(async () => {
      try {
        this.see(await api(this.path));
      } catch {
        this.later();
      }
    }, PAUSE);
  }
}
