// Grades of choices, with signs that differ without colour, and words.

import { say } from "../../shared/words.js";
import { percent, points, tenths } from "../../table/result/reviewing/figures.js";

export const SIGNS = { forced: "", best: "✓", good: "", slip: "?", blunder: "??" };
const GRADES = Object.keys(SIGNS);

// "Slip: 3.1 ± 0.4 points and 12% of the chance to win lost"
export function gradeWords({ grade, loss, loss_se: error, win_loss: win, exact }) {
  const values = { count: tenths(loss), loss: points(loss), error: points(error), win: percent(Math.max(win, 0)) };
  if (grade === "forced" || grade === "best") return say(`review.${grade}`);
  return say(exact ? `review.${grade}-exact` : `review.${grade}`, values);
}

// True if a searched move costs nothing but the win.
const losesOnlyTheWin = ({ loss, win_loss: win, exact }) => exact && loss === 0 && win > 0;

// The same in short: "slip, -3.1 points"
export function shortWords(decision) {
  const { grade, loss, win_loss: win } = decision;
  const values = { grade: say(`review.grade-${grade}`), count: tenths(loss), win: percent(win) };
  if (losesOnlyTheWin(decision)) return say("review.short-win", values);
  return say(loss > 0 ? "review.short" : `review.${grade}`, values);
}

// What the better move brings, as the message `name` says it.
export function betterWords(name, decision, move) {
  const values = { move, count: tenths(decision.loss), win: percent(decision.win_loss) };
  return say(losesOnlyTheWin(decision) ? `${name}-win` : name, values);
}

// The worse of two choices has the worse grade, or of equal grades the larger loss: below 0 if it is the first.
export function worseFirst(one, other) {
  return GRADES.indexOf(other.grade) - GRADES.indexOf(one.grade) || other.loss - one.loss;
}

export function worstOf(decisions) {
  return [...decisions].sort(worseFirst)[0];
}
