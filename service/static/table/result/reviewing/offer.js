// The place of a review's summary: it offers the review, shows its progress, and then the summary.

import { element } from "../../../shared/elements.js";
import { say } from "../../../shared/words.js";
import { percent } from "./figures.js";
import { ReviewRequest } from "./request.js";
import { summaryOf } from "./summary.js";

export class ReviewOffer {
  // `path` is the record's, `players` are those of the state; `address(version)` is the URL of a move, and `ready(review)` is
  // called when the review is there.
  /** @param {Element} root @param {string} path @param {{ players: any[], address: (version: number) => string, ready?: (review: any) => void }} about */
  constructor(root, path, { players, address, ready }) {
    this.root = root;
    this.players = players;
    this.address = address;
    this.told = ready;
    this.request = new ReviewRequest(path, this);
    this.button = element("button", { class: "button primary", type: "button", "data-key": "review" }, say("review.open"));
    this.button.addEventListener("click", () => this.request.ask());
    this.bar = element("progress", { max: 1, value: 0, "aria-label": say("review.progress") });
    this.words = element("p", { class: "muted", role: "status", tabindex: -1 });
    this.offer(say("review.about-short"));
    this.request.look();
  }

  // Fill the place; a focus in it moves to `heir`, so that it is not lost with the pressed button.
  put(heir, ...children) {
    const had = this.root.contains(document.activeElement);
    this.root.replaceChildren(...children);
    if (had) heir.focus({ preventScroll: true });
  }

  offer(words) {
    this.words.textContent = words;
    this.put(this.button, this.words, this.button);
  }

  waiting(progress) {
    this.bar.value = progress;
    this.bar.textContent = percent(progress);
    if (this.bar.isConnected) return;
    this.words.textContent = say("review.progress");
    this.put(this.words, this.words, this.bar);
  }

  ready(review) {
    const title = element("h2", { class: "visually-hidden", tabindex: -1 }, say("review.title"));
    this.put(title, title, ...summaryOf(review, this.players, this.address));
    this.told?.(review);
  }
}
