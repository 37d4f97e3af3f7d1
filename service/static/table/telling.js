// Tells what happened since the viewer's last move: in words, as marks on the boards, and as motion.

import { prefers } from "../shared/preferences.js";
import { say } from "../shared/words.js";
import { why } from "./result/why.js";
import { seatOf } from "./seats/seats.js";
import { news, sinceOwn } from "./showing/news.js";
import { differs } from "./showing/page.js";
import { markTaken, markTouched, touchedBy } from "./showing/touched.js";
import { isTurnOf } from "./showing/turns/turns.js";

const MOST_BACK = 12; // sentences

export class Telling {
  drawn = null; // the state shown by the boards
  isOver = null; // true if there was a result when the page was last shown
  back = true; // true until something happens after the page was opened

  constructor(page, store, motion) {
    this.page = page;
    this.store = store;
    this.motion = motion;
  }

  get state() {
    return this.store.state;
  }

  get viewer() {
    return seatOf(this.state);
  }

  // The events since the viewer's last move, up to the state.
  get recent() {
    const { version } = this.state;
    return sinceOwn(
      this.store.events.filter((event) => event.version <= version),
      this.viewer,
    );
  }

  // The events that a returning viewer has not seen; none for a viewer who has not moved yet, or only watches.
  get missed() {
    const { recent, viewer } = this;
    return viewer !== null && recent[0]?.version > 1 ? recent : [];
  }

  // Shows the motion since the viewer's last move again, null without motion.
  get again() {
    if (!prefers("motion") || !this.missed.length) return null;
    return () => {
      this.page.root.scrollIntoView({ block: "start" });
      this.motion.again(this.missed);
    };
  }

  // Mark these events on the boards and in the lines, as the replay marks a step.
  mark() {
    const { page, state, recent } = this;
    if (this.drawn !== state) return; // marked after it is drawn
    markTouched(page.root, touchedBy(recent, state));
    markTaken(page.lines, recent);
  }

  // Announce the news when the events up to the state are here.
  tell() {
    this.mark();
    if (this.drawn !== this.state || this.store.version < this.state.version) return;
    const words = this.newsWords();
    if (differs(this.page.news, words)) this.page.news.textContent = words;
  }

  // A returning viewer reads of every turn since their own, a staying one of the latest.
  newsWords() {
    const { recent, state, viewer } = this;
    const text = news(recent, { players: state.players, viewer, ...(this.back && { most: MOST_BACK }) });
    if (!text) return "";
    const told = isTurnOf(state, viewer) ? say("event.and-yours", { text }) : text;
    return this.back && this.missed.length ? say("event.since-own", { text: told }) : told;
  }

  // A result that arrives while the page is open is above the boards, possibly out of view.
  tellResult(said) {
    const isOver = this.state.ranking !== null;
    if (isOver && this.isOver === false) {
      said(why(this.state).join(" "));
      this.page.root.scrollIntoView({ block: "start" });
    }
    this.isOver = isOver;
  }
}
