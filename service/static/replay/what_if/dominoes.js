// The dominoes that can be tried next: those of the lines, and those not dealt yet.

import { dominoWords, drawDomino } from "../../board/domino.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

function pick(number, { origins, picked, choose }) {
  const made = element(
    "button",
    { class: "pick", type: "button", "data-key": `pick-${number}`, "aria-pressed": number === picked },
    drawDomino(number, origins),
    element("span", { class: "visually-hidden" }, say("line.domino", { number, halves: dominoWords(number, origins) })),
  );
  made.addEventListener("click", () => choose(number));
  return element("li", {}, made);
}

function list(numbers, look) {
  return element("ol", { class: "unseen-dominoes" }, ...numbers.map((number) => pick(number, look)));
}

// Show the dominoes `numbers`, grouped by their place in the state; `look` is { origins, picked, choose(number) }.
export function showDominoes(place, state, numbers, look) {
  const open = place.querySelector("details")?.open ?? false;
  const lines = [
    ["table.line", state.line],
    ["table.next-line", state.next_line],
  ].map(([key, slots]) => [key, slots.map(({ domino }) => domino).filter((domino) => numbers.includes(domino))]);
  const dealt = lines.flatMap(([, dominoes]) => dominoes);
  const unseen = numbers.filter((number) => !dealt.includes(number));
  const rest = element("details", {}, element("summary", { "data-key": "unseen" }, say("table.unseen")), list(unseen, look));
  rest.open = open;
  place.replaceChildren(
    ...lines
      .filter(([, dominoes]) => dominoes.length)
      .flatMap(([key, dominoes]) => [element("h3", {}, say(key)), list(dominoes, look)]),
    ...(unseen.length ? [rest] : []),
  );
}
