// The viewer's visits of the game: how much has happened since the last one, and up to which version this one has seen it. That is
// stored when something new is in view, at most every few seconds, and when the page is left: what one device shows, the others of
// the account do not count.

import { keepVisit, visitOf } from "../shared/kept/visits.js";
import { api, me } from "../shared/session.js";
import { say } from "../shared/words.js";

const OVER = ["scored", "aborted"];
const PAUSE = 10_000; // ms between two requests while the game is in view

// The address of the replay at this version, with the key of a private game.
function replayAt(game, version) {
  const query = new URLSearchParams(location.search);
  query.set("version", version);
  return `/games/${game}/replay?${query}`;
}

// True if the browser may have taken the page from its cache, as after a step back: what the account has seen is old there.
function isOldCopy() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return navigation?.type === "back_forward";
}

export class Visits {
  state = null; // the state shown last
  pausing = false; // true for a while after a request
  asking = false; // true while the service is asked what another device has seen

  // `link` is the place of the link to the first new event; `seen` is the version that the account has seen, null for none.
  constructor(link, game, seen) {
    this.link = link;
    this.game = game;
    this.stored = me() ? seen : visitOf(game);
    this.last = this.stored;
    this.isBack = true; // true until the first state of a visit is shown
    this.wasAway = isOldCopy(); // true also once the page was out of view
    document.addEventListener("visibilitychange", () => this.look());
  }

  async show(state) {
    this.state = state;
    if (document.hidden || this.asking) return;
    if (this.isBack) {
      this.isBack = false;
      await this.askElsewhere();
      this.tell();
    }
    this.watch();
  }

  // While this page was away, the viewer may have seen more in another tab or on another device. A game that is over and
  // was seen has no entry any more.
  async askElsewhere() {
    if (!this.wasAway || this.last === null || this.state.version <= this.last) return;
    this.asking = true;
    const { version } = this.state;
    try {
      const seen = me() ? (await api(`/games/${this.game}/since`)).seen : visitOf(this.game);
      this.last = Math.max(this.last, seen ?? version);
    } catch {
      // this page's own count is shown
    }
    this.asking = false;
  }

  // How many events came between the visits; events of this visit are not counted.
  tell() {
    const { version } = this.state;
    const count = this.last === null ? 0 : version - this.last;
    this.link.hidden = count <= 0;
    if (count <= 0) return;
    this.link.href = replayAt(this.game, this.last + 1);
    this.link.textContent = say("table.new-since", { count });
    this.link.setAttribute("aria-label", say("table.new-since-words", { count }));
  }

  // Store what is in view now, and what comes in a pause at its end.
  watch() {
    if (document.hidden || this.pausing || !this.store()) return;
    this.pausing = true;
    setTimeout(() => {
      this.pausing = false;
      this.watch();
    }, PAUSE);
  }

  // The page comes into view, or is left.
  look() {
    if (!this.state) return;
    if (document.hidden) {
      this.store();
      this.last = this.stored;
      this.isBack = this.wasAway = true;
    } else this.show(this.state);
  }

  // Nothing more happens in a game that is over, so it needs no entry. A failure is mended by the next visit. Returns whether
  // there was anything to store.
  store() {
    const { version, status } = this.state;
    const isOver = OVER.includes(status);
    if (isOver ? this.stored === null : version <= (this.stored ?? 0)) return false;
    this.stored = isOver ? null : version;
    if (!me()) {
      keepVisit(this.game, this.stored);
      return true;
    }
    const request = isOver ? { method: "DELETE" } : { method: "PUT", body: { version } };
    api(`/games/${this.game}/seen`, { ...request, keepalive: true }).catch(() => {});
    return true;
  }
}
