// Origins: the shared objects on the table: the totems and their holders, the cave board and its stack.

import { gainText, gainWords } from "../../board/hints.js";
import { use, svg } from "../../board/svg.js";
import { data } from "../../shared/data.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { prefers } from "../../shared/preferences.js";
import { say } from "../../shared/words.js";

export function picture(id) {
  return svg("svg", { class: "sign", viewBox: "0 0 24 24", "aria-hidden": "true" }, use(id, 0, 0, 24));
}

function totems({ totems: held, players }) {
  const holder = (seat) => (seat === null ? say("table.nobody") : nameOf(players[seat]));
  return [
    element("h3", {}, say("table.totems-title")),
    element(
      "ul",
      { class: "pieces" },
      ...Object.entries(held).map(([resource, seat]) =>
        element("li", {}, picture(resource), element("span", {}, `${say(`piece.${resource}`)}: ${holder(seat)}`)),
      ),
    ),
  ];
}

const { cavemen: PAYS } = data("table");

// The gain of recruiting it in the best way, if known and wanted.
export function recruitGain(caveman, cavemen) {
  const found = prefers("hints") && cavemen.find((each) => each.caveman === caveman);
  if (!found) return [];
  return [
    element("b", { class: "gain", "aria-hidden": "true" }, gainText(found.gain)),
    element("span", { class: "visually-hidden" }, say("table.best-gain", { gain: gainWords(found.gain) })),
  ];
}

function tile(caveman, cavemen) {
  const name = element("span", {}, say(`caveman.${caveman}`));
  const pays = element("span", { class: "muted" }, say(`caveman-pays.${caveman}`, { points: PAYS[caveman] }));
  return element("li", {}, picture(`caveman-${caveman}`), name, ...recruitGain(caveman, cavemen), pays);
}

function tiles(kinds, cavemen) {
  return element("ul", { class: "pieces cavemen" }, ...kinds.map((caveman) => tile(caveman, cavemen)));
}

function cave({ board, stack_left: left }, cavemen) {
  const hidden = cavemen.filter(({ from }) => from === "stack").map(({ caveman }) => caveman);
  return [
    element("h3", {}, say("table.cave")),
    tiles(board, cavemen),
    element("p", { class: "muted" }, say("table.stack", { count: left })),
    ...(hidden.length ? [tiles(hidden, cavemen)] : []),
  ];
}

// The section's content, empty if the mode has none. `cavemen` are those that the viewer can recruit now, from the API.
export function camp(state, cavemen = []) {
  const { mode } = state.rules;
  if (mode === "totem") return totems(state);
  return mode === "tribe" ? cave(state, cavemen) : [];
}
