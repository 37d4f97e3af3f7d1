// The grades in the list of moves: for each turn the sign of its worst choice, with words for screen readers.

import { element } from "../../shared/elements.js";
import { SIGNS, gradeWords, worstOf } from "./grades.js";

// The element for the row of the turn that ends with a version, null for none; `decisionsOf(version)` returns its choices.
export function markOf(version, decisionsOf) {
  const decisions = decisionsOf(version);
  if (!decisions.length) return null;
  const worst = worstOf(decisions);
  if (!SIGNS[worst.grade]) return null;
  const words = gradeWords(worst);
  return element(
    "span",
    { class: `grade ${worst.grade}`, title: words },
    element("span", { "aria-hidden": "true" }, SIGNS[worst.grade]),
    element("span", { class: "visually-hidden" }, words),
  );
}
