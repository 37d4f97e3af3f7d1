// The review of a finished game or a study: its summary stands above the boards, the verdict on the shown turn next to the steps, and
// the rest below.

import { ReviewOffer } from "../../table/result/reviewing/offer.js";
import { stopAfter, stopBefore } from "../controls/stops.js";
import { markOf } from "./marks.js";
import { showDetails } from "./details.js";
import { Verdict } from "./verdict.js";
import { element } from "../../shared/elements.js";

export class Review {
  // `places` is { summary, steps, card }; `list` has the moves, `path` is the record's.
  constructor(places, replay, list, path) {
    this.replay = replay;
    this.list = list;
    this.places = places;
    this.row = element("div", { class: "verdict" });
    places.steps.classList.add("with-review");
    places.steps.append(this.row);
    places.summary.hidden = false;
    const { players } = replay.frames.at(-1).state;
    const address = (version) => `#m${version}`;
    this.offer = new ReviewOffer(places.summary, path, { players, address, ready: (review) => this.ready(review) });
    places.summary.addEventListener("click", (click) => this.visit(click));
  }

  visit(click) {
    const link = click.target.closest("[data-version]");
    if (!link) return;
    click.preventDefault();
    this.replay.visit(Number(link.dataset.version));
  }

  ready(review) {
    this.decisions = review.decisions;
    this.verdict = new Verdict(this.replay);
    this.row.replaceChildren(...this.verdict.parts);
    this.replay.followers.push(this);
    this.list.mark((version) => markOf(version, (each) => this.decisionsOf(each)));
    showDetails(this.places.card, review, this.replay);
    this.show(this.replay.version);
  }

  // The choices of the turn with this version.
  decisionsOf(version) {
    const { turn } = this.replay.stops;
    const [first, last] = [stopBefore(turn, version - 1), stopAfter(turn, version - 2)];
    const from = first === 0 && version - 1 <= turn[0] ? -1 : first;
    return this.decisions.filter(({ version: made }) => made - 1 > from && made - 1 <= last);
  }

  show(version) {
    this.verdict.show(this.decisionsOf(version));
  }
}
