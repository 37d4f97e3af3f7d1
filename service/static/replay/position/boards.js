// All kingdoms in one size. Each has the frame of its last position from the first step on, so that its squares do not move.

import { frameOf } from "../../board/frame.js";
import { drawKingdom } from "../../board/kingdom.js";
import { element } from "../../shared/elements.js";
import { nameOf } from "../../shared/names.js";
import { say } from "../../shared/words.js";
import { isCrowned, showHead } from "../../table/showing/kingdoms.js";
import { differs } from "../../table/showing/page.js";

function buildBoard({ seat }) {
  const [head, board] = [element("div", { class: "kingdom-head" }), element("div", { class: "replay-board" })];
  return element("section", { class: "card kingdom-shown", "data-seat": seat }, head, board);
}

function showBoard(place, state, kingdom, { limit, origins, frame }) {
  const [head, board] = place.children;
  const label = say("board.label", { name: nameOf(state.players[kingdom.seat]) });
  place.setAttribute("aria-label", label);
  place.classList.toggle("acting", state.to_act?.seat === kingdom.seat);
  showHead(head, state, kingdom);
  const crowned = isCrowned(state, kingdom);
  if (!differs(board, [kingdom.cells, label, frame, crowned])) return;
  board.replaceChildren(drawKingdom(kingdom, { limit, origins, label, frame, crowned }));
}

// Show the kingdoms of a state in `place`; `last` is the state at the end, `table` { limit, origins }.
export function showBoards(place, state, last, { limit, origins }) {
  if (place.children.length !== state.kingdoms.length) {
    place.dataset.count = last.kingdoms.length;
    place.replaceChildren(...state.kingdoms.map(buildBoard));
  }
  for (const [index, kingdom] of state.kingdoms.entries()) {
    const frame = frameOf(last.kingdoms[index].cells, limit);
    showBoard(place.children[index], state, kingdom, { limit, origins, frame });
  }
}
