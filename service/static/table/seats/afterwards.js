// Actions on a finished game: watching it again, sharing it, playing again with the others.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { animationButton } from "./animation.js";
import { Rematch } from "./rematch.js";

const { search, origin } = location; // contains the key of a private game
const COPIED = 4000; // ms

function link(key, href) {
  return element("a", { class: "button", href, "data-key": key }, say(`result.${key}`));
}

// Share the URL with the system's dialog, or copy it; browsers allow both over https only.
function shareButton(url) {
  const { navigator } = window;
  if (!navigator.share && !navigator.clipboard) return [];
  const button = element("button", { class: "button", type: "button", "data-key": "share" }, say("result.share"));
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) await navigator.share({ url, title: document.title });
      else await navigator.clipboard.writeText(url);
    } catch {
      return; // the viewer may cancel the dialog
    }
    button.textContent = say("share.copied");
    setTimeout(() => {
      button.textContent = say("result.share");
    }, COPIED);
  });
  return [button];
}

export class Afterwards {
  constructor() {
    this.root = element("div", { class: "result-more" });
    this.told = element("p", { role: "status", "aria-live": "polite" });
    this.notes = element("div", { class: "result-notes", role: "status", "aria-live": "polite" });
    this.rematch = new Rematch(() => this.showNotes());
  }

  // The actions below the result in this place; created once, so that no requested content is lost.
  show(place, state) {
    if (!state.ranking) return;
    this.state = state;
    if (!this.root.firstChild) this.fill(state.id);
    if (this.root.parentNode !== place) place.append(this.root);
    this.rematch.await(state);
    this.showNotes();
  }

  fill(game) {
    const picture = `/api/v1/games/${game}`;
    const replay = `/games/${game}/replay${search}`;
    this.root.append(
      this.notes,
      element(
        "div",
        { class: "result-actions" },
        link("replay", replay),
        ...shareButton(origin + replay),
        link("picture", `${picture}.png${search}`),
        animationButton(`${picture}.gif${search}`, this.told),
        link("collect", `/games/${game}/collect${search}`),
      ),
      this.told,
    );
  }

  showNotes() {
    this.notes.replaceChildren(...this.rematch.notes(this.state));
  }
}
