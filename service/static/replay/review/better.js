// The table with the better move instead of the played one: the data for drawing it, and the move in words.

import { halvesOf } from "../../board/domino.js";
import { nameOf } from "../../shared/names.js";
import { say, sequence } from "../../shared/words.js";

const STEPS = { east: [1, 0], north: [0, 1], west: [-1, 0], south: [0, -1] };

const square = (x, y) => say("table.square", { x, y });

function cellsOf({ domino, x, y, direction }, origins) {
  const [dx, dy] = STEPS[direction];
  const [first, second] = halvesOf(domino, origins);
  return [
    { ...first, x, y, domino },
    { ...second, x: x + dx, y: y + dy, domino },
  ];
}

const WORDS = {
  place: ({ domino, x, y, direction }) => {
    const [dx, dy] = STEPS[direction];
    return say("review.move-place", { domino, first: square(x, y), second: square(x + dx, y + dy) });
  },
  discard: ({ domino }) => say("review.move-discard", { domino }),
  choose: ({ domino, dominoes }) => say("review.move-choose", { domino: domino ?? dominoes.join(" + ") }),
  fire: ({ x, y }) => say("review.move-fire", { square: square(x, y) }),
  totem: ({ resource, seat }, players) =>
    say("review.move-totem", { what: say(`piece.${resource}`), name: nameOf(players[seat]) }),
  recruit: ({ from, pay }) =>
    say(`review.move-recruit-${from}`, {
      squares: sequence(
        pay.map(([x, y]) => square(x, y)),
        "list.semicolon",
      ),
    }),
  take: ({ caveman }) => say("review.move-take", { what: say(`caveman.${caveman}`) }),
  put: ({ x, y }) => say("review.move-put", { square: square(x, y) }),
  pass: () => say("review.move-pass"),
};

// A move in words.
export function moveWords(move, players) {
  return WORDS[move.type](move, players);
}

function withCells(state, seat, cells) {
  const kingdoms = state.kingdoms.map((each) => (each.seat === seat ? { ...each, cells: [...each.cells, ...cells] } : each));
  return { ...state, kingdoms };
}

function withKings(state, seat, chosen) {
  const name = state.next_line.length ? "next_line" : "line";
  const slots = state[name].map((slot) => (chosen.includes(slot.domino) ? { ...slot, seat } : slot));
  return { ...state, [name]: slots };
}

// The arguments with which `Position.show` shows the better move of a decision; `last` is the final state.
export function betterPosition({ best, seat }, state, last, past, origins) {
  const shown = { state, last, past, happened: [], touched: [] };
  if (best.type === "place") {
    const cells = cellsOf(best, origins);
    const touched = [{ seat, domino: true, squares: cells }];
    return { ...shown, state: withCells(state, seat, cells), last: withCells(last, seat, cells), touched };
  }
  if (best.type === "choose") {
    const chosen = best.dominoes ?? [best.domino];
    const happened = chosen.map((domino) => ({ type: "DominoChosen", seat, data: { domino } }));
    return { ...shown, state: withKings(state, seat, chosen), happened };
  }
  const marked = best.pay ?? (best.x === undefined ? [] : [[best.x, best.y]]);
  const lies = (cell) => marked.some(([x, y]) => cell.x === x && cell.y === y);
  return { ...shown, touched: [{ seat, domino: false, squares: state.kingdoms[seat].cells.filter(lies) }] };
}
