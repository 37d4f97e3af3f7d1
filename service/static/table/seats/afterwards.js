// Actions on a finished game: watching it again, sharing it, playing again with the others.

import { element } from "../../shared/elements.js";
import { shareButton } from "../../shared/sharing.js";
import { say } from "../../shared/words.js";
import { ReviewOffer } from "../result/reviewing/offer.js";
import { animationButton } from "./animation.js";
import { Rematch } from "./rematch.js";

const { search, origin } = location; // contains the key of a private game

function link(key, href) {
  return element("a", { class: "button", href, "data-key": key }, say(`result.${key}`));
}

// What follows the address of a picture: the key, and the language of this page.
function asked() {
  const parameters = new URLSearchParams(search);
  parameters.set("lang", document.documentElement.lang);
  return `?${parameters}`;
}

// The form of a new table with the deal of this game.
function dealAgain(game) {
  return `/new?${new URLSearchParams([["deal", game], ...new URLSearchParams(search)])}`;
}

// Where the keys go on after the end of a game, the best first.
const NEXT = "[data-key=review], [data-key^=rematch], [data-key=share]";

export class Afterwards {
  constructor() {
    this.root = element("div", { class: "result-more" });
    this.told = element("p", { role: "status", "aria-live": "polite" });
    this.summary = element("div", { class: "review-summary" });
    this.again = element("div", { class: "result-actions" });
    this.notes = element("div", { class: "result-notes", role: "status", "aria-live": "polite" });
    this.rematch = new Rematch(() => this.showNotes());
  }

  // The actions below the result in this place: review, play again (`again` has the buttons), share. Created once, so that no
  // requested content is lost.
  show(place, state, again) {
    if (!state.ranking) return;
    this.state = state;
    if (!this.root.firstChild) this.fill(state);
    if (state.status === "scored") this.offerReview(state);
    this.again.replaceChildren(...again);
    if (this.root.parentNode !== place) place.append(this.root);
    this.rematch.await(state);
    this.showNotes();
  }

  // A focus that the keys left where nothing can be done any more moves to what follows. The focus of a mouse, of somebody who
  // writes, or on another button stays.
  leadOn({ board, turn }) {
    const focused = [board, turn].find((place) => place.matches(":focus-visible"));
    /** @type {HTMLElement} */
    const next = this.root.querySelector(NEXT);
    if (focused) next?.focus();
  }

  // Only a scored game has a review.
  offerReview({ id, players }) {
    if (this.review) return;
    const address = (version) => `/games/${id}/replay${search}#m${version}`;
    this.review = new ReviewOffer(this.summary, `/games/${id}`, { players, address });
  }

  fill({ id: game, status }) {
    const picture = `/api/v1/games/${game}`;
    const replay = `/games/${game}/replay${search}`;
    this.root.append(
      this.summary,
      this.notes,
      this.again,
      element(
        "div",
        { class: "result-actions" },
        shareButton(origin + replay, this.told),
        link("replay", replay),
        ...(status === "scored" ? [link("deal", dealAgain(game))] : []),
        link("picture", `${picture}.png${asked()}`),
        animationButton(`${picture}.gif${asked()}`, this.told),
        link("collect", `/games/${game}/collect${search}`),
      ),
      this.told,
    );
  }

  showNotes() {
    this.notes.replaceChildren(...this.rematch.notes(this.state));
  }
}
