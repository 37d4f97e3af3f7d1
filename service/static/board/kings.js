// The kings: each seat has a shape in addition to its colour.

import { say } from "../shared/words.js";
import { svg, use } from "./svg.js";

export const SHAPES = ["circle", "square", "triangle", "diamond"];

export function drawKing(seat) {
  return svg("svg", { class: `king seat-${seat}`, viewBox: "0 0 20 20", "aria-hidden": "true" }, use(`king-${seat}`, 0, 0, 20));
}

export function kingWords(seat) {
  return say(`king.${SHAPES[seat]}`);
}
