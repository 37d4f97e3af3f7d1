// What there is to do with a game that is over: look at it again, hand it on, play again with the others.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { animationButton } from "./animation.js";
import { Rematch } from "./rematch.js";

const { search, origin } = location; // with the key of a private one
const COPIED = 4000; // ms

function link(key, href) {
  return element("a", { class: "button", href, "data-key": key }, say(`result.${key}`));
}

// Hand on the address by what the system has for that, or copy it; browsers let a page do so over https only.
function shareButton(url) {
  const { navigator } = window;
  if (!navigator.share && !navigator.clipboard) return [];
  const button = element("button", { class: "button", type: "button", "data-key": "share" }, say("result.share"));
  button.addEventListener("click", async () => {
    try {
      if (navigator.share) await navigator.share({ url, title: document.title });
      else await navigator.clipboard.writeText(url);
    } catch {
      return; // whoever shares may think better of it
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

  // Below the result in this place; it is made once, so that nothing that was asked for is lost.
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
