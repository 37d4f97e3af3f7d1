// Origins: what lies on the table for all: the totems and who holds them, the cave board and its stack.

import { use, svg } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
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

function cave({ board, stack_left: left }) {
  return [
    element("h3", {}, say("table.cave")),
    element(
      "ul",
      { class: "pieces" },
      ...board.map((caveman) => element("li", {}, picture(`caveman-${caveman}`), element("span", {}, say(`caveman.${caveman}`)))),
    ),
    element("p", { class: "muted" }, say("table.stack", { count: left })),
  ];
}

// The section's content, empty where the mode has none of it.
export function camp(state) {
  const { mode } = state.rules;
  if (mode === "totem") return totems(state);
  return mode === "tribe" ? cave(state) : [];
}
