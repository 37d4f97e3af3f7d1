// A plan on the table: its placements over the board and its wishes on the line, numbered if it has several turns.

import { numbered } from "../../board/domino.js";
import { squaresOf } from "../tasks/legality.js";
import { drawGhost } from "../tasks/placing.js";
import { courseOf, turnsOf } from "./coming.js";

const RANKS = "abcd"; // a line has at most four dominoes

// Draw the placements of these turns; `isOnly` is false if the plan has others.
export function drawTurns(board, course, isOnly) {
  for (const [index, { place, halves }] of course.entries()) {
    if (!place) continue;
    const { ghost, squares } = drawGhost(board, place, halves, "planned");
    if (!isOnly) ghost.append(numbered(index + 1, squares));
  }
}

// The mark of a domino in the line, by the wishes of each turn: "✓" for the only one of the only turn, else its rank, with several
// turns its turn and its rank.
export function markOf(domino, wishes, isOnly) {
  const marks = wishes.flatMap((choose, index) => {
    const rank = choose.indexOf(domino);
    if (rank < 0) return [];
    if (isOnly) return choose.length > 1 ? [rank + 1] : ["✓"];
    return [choose.length > 1 ? `${index + 1}${RANKS[rank]}` : index + 1];
  });
  return marks.join(" ");
}

// The squares that the placements of these turns cover.
export function coveredBy(course) {
  return course.flatMap(({ place }) => (place ? squaresOf(place) : []));
}

// A stored plan on the table while it is not being edited. Null if there is none, or nothing can be planned. `lost` is the number
// of the first of its turns that cannot be carried out as the game stands, null for none.
export function shownPlan({ plan, failed }, table) {
  if (!plan || failed) return null;
  const turns = turnsOf(plan);
  const course = courseOf(table, turns).slice(0, turns.length);
  if (!course.length) return null;
  const stuck = course.findIndex(({ places, place }) => places.length > 0 && !place);
  const carried = stuck < 0 ? course.length : stuck;
  const fit = course.slice(0, Math.max(carried, 1));
  const isOnly = turns.length === 1;
  const wishes = fit.map(({ choose }) => choose);
  return {
    key: JSON.stringify([turns.length, fit.map(({ place, choose }) => [place, choose])]),
    table,
    free: [],
    reach: coveredBy(fit),
    lost: carried < turns.length ? carried + 1 : null,
    wished: wishes.flat(),
    markOf: (domino) => markOf(domino, wishes, isOnly),
    draw: (board) => drawTurns(board, fit, isOnly),
  };
}
