// The result of a game: the winners, the reason, and the scoring.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { counts } from "./counts.js";
import { why } from "./why.js";

const shown = new WeakMap(); // the last shown result as JSON, by place

// Show the result in this place, which is hidden without one. If it is already shown, nothing changes.
export function showResult(place, state) {
  place.hidden = !state.ranking;
  const text = state.ranking && JSON.stringify([state.ranking, state.outcome, state.players, state.kingdoms]);
  if (!state.ranking || (shown.get(place) === text && place.isConnected)) return;
  shown.set(place, text);
  const [first, ...more] = why(state);
  const rating = element("p", { class: "notice", role: "status" });
  const told = (text) => {
    rating.textContent = text;
  };
  place.classList.add("counted");
  place.replaceChildren(
    element("h2", { class: "visually-hidden" }, say("result.title")),
    element("p", { class: "result-why" }, first),
    ...more.map((sentence) => element("p", {}, sentence)),
    element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("result.counts") }, counts(state, told)),
    ...(state.rated ? [rating] : []),
  );
}
