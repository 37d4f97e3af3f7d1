// The summary of a review: accuracy, luck and skill of each player, and the moves that decided the game.

import { drawKing } from "../../../board/kings.js";
import { element } from "../../../shared/elements.js";
import { nameOf, namedParts } from "../../../shared/names.js";
import { say } from "../../../shared/words.js";
import { round, signedPercent, signedPoints } from "./figures.js";

const FIGURES = ["accuracy", "luck", "skill"];

function figuresTable(review, players) {
  const heads = ["player", ...FIGURES].map((name, column) =>
    element(
      "th",
      { scope: "col", ...(column && { class: "number-column", title: say(`review.about-${name}`) }) },
      say(`review.${name}`),
    ),
  );
  const rows = review.players.map(({ seat, accuracy, luck, skill }) => {
    const cells = [accuracy === null ? "–" : round(accuracy), signedPoints(luck), signedPoints(skill)];
    const head = element("th", { scope: "row" }, drawKing(seat), " ", element("span", { dir: "auto" }, nameOf(players[seat])));
    return element("tr", {}, head, ...cells.map((cell) => element("td", { class: "number-column" }, cell)));
  });
  return element("table", { class: "table" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
}

// A moment in one line; `address(version)` is the URL of a move. Where it has no room, the name is shortened.
function momentItem({ version, seat, by, change }, players, address) {
  const key = by === null ? "review.moment-draw" : "review.moment-short";
  const name = nameOf(players[seat]);
  const text = (each) => say(key, { version, name: each, change: signedPercent(change) });
  const link = { href: address(version), "data-version": version, title: text(name) };
  return element("li", {}, element("a", link, ...namedParts(text, name)));
}

// The parts of the summary, each with its title.
export function summaryOf(review, players, address) {
  const moments = review.moments.map((each) => momentItem(each, players, address));
  return [
    element(
      "div",
      { class: "figures scroll", tabindex: "0", role: "group", "aria-label": say("review.title") },
      figuresTable(review, players),
    ),
    ...(moments.length
      ? [
          element(
            "div",
            { class: "decided" },
            element("h3", {}, say("review.moments")),
            element("ol", { class: "moments" }, ...moments),
          ),
        ]
      : []),
  ];
}
