// The places for playing on: those of the table, without the parts that need other people.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { buildPage as buildTable } from "../../table/showing/page.js";

// Create the places; `controls` go into the head.
export function buildPage(title, controls) {
  const root = element("div", { class: "playing-on" });
  const page = buildTable(root);
  page.moves.remove(); // the earlier moves are of other people
  page.attach = () => {};
  root.append(
    element("div", { class: "what-if-head" }, page.turn, ...controls),
    element("div", { class: "playing-on-status" }, element("p", { class: "muted" }, title), page.meta, page.news.parentElement),
    page.spoken,
    page.result,
    page.felt,
    element("p", { class: "muted" }, say("playing-on.note")),
  );
  return page;
}
