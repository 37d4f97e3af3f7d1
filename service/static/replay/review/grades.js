// Grades of choices, with signs that differ without colour, and words; and the figures of a review.

import { say } from "../../shared/words.js";

const { lang } = document.documentElement;
const plain = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
const share = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0 });
const signedShare = new Intl.NumberFormat(lang, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });

export const SIGNS = { forced: "", best: "✓", good: "", slip: "?", blunder: "??" };

export const points = (value) => plain.format(value);
export const signedPoints = (value) => signed.format(value);
export const percent = (value) => share.format(value);
export const signedPercent = (value) => signedShare.format(value);

// "Slip: 3.1 ± 0.4 points and 12% of the chance to win lost"
export function gradeWords({ grade, loss, loss_se: error, win_loss: win, exact }) {
  const values = { loss: points(loss), error: points(error), win: percent(Math.max(win, 0)) };
  if (grade === "forced" || grade === "best") return say(`review.${grade}`);
  return say(exact ? `review.${grade}-exact` : `review.${grade}`, values);
}

// The same in short: "slip, -3.1 points"
export function shortWords({ grade, loss }) {
  return say(loss > 0 ? "review.short" : `review.${grade}`, { grade: say(`review.grade-${grade}`), loss: points(loss) });
}

// The choice with the largest loss.
export function worstOf(decisions) {
  return decisions.reduce((worst, each) => (each.loss > worst.loss ? each : worst));
}
