// Grades of choices, with signs that differ without colour, and words; and the figures of a review.

import { say } from "../../shared/words.js";

const { lang } = document.documentElement;
const plain = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const share = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });
const signedShare = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });

export const SIGNS = { forced: "", best: "✓", good: "", slip: "?", blunder: "??" };
const GRADES = Object.keys(SIGNS);

export const points = (value) => plain.format(value);
export const withError = (value, error) => `${signed.format(value)} ± ${plain.format(error)}`;
export const percent = (value) => share.format(value);
export const signedPercent = (value) => signedShare.format(value);

// "Slip: 3.1 ± 0.4 points and 12% of the chance to win lost"
export function gradeWords({ grade, loss, loss_se: error, win_loss: win, exact }) {
  const values = { loss: points(loss), error: points(error), win: percent(Math.max(win, 0)) };
  if (grade === "forced" || grade === "best") return say(`review.${grade}`);
  return say(exact ? `review.${grade}-exact` : `review.${grade}`, values);
}

// True if a searched move costs nothing but the win.
const losesOnlyTheWin = ({ loss, win_loss: win, exact }) => exact && loss === 0 && win > 0;

// The same in short: "slip, -3.1 points"
export function shortWords(decision) {
  const { grade, loss, win_loss: win } = decision;
  const values = { grade: say(`review.grade-${grade}`), loss: points(loss), win: percent(win) };
  if (losesOnlyTheWin(decision)) return say("review.short-win", values);
  return say(loss > 0 ? "review.short" : `review.${grade}`, values);
}

// What the better move brings, as the message `name` says it.
export function betterWords(name, decision, move) {
  const values = { move, loss: points(decision.loss), win: percent(decision.win_loss) };
  return say(losesOnlyTheWin(decision) ? `${name}-win` : name, values);
}

// The worse of two choices has the worse grade, or of equal grades the larger loss: below 0 if it is the first.
export function worseFirst(one, other) {
  return GRADES.indexOf(other.grade) - GRADES.indexOf(one.grade) || other.loss - one.loss;
}

export function worstOf(decisions) {
  return [...decisions].sort(worseFirst)[0];
}
