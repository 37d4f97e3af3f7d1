// The list of moves, a row for each turn under the number of its round. A row links to its turn; the present one is marked.

import { drawDomino } from "../../board/domino.js";
import { drawKing } from "../../board/kings.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

// The dominoes of a turn as drawings: the placed or discarded one, then an arrow and the chosen ones.
function pictures({ placed, discarded, chosen, rest }, origins) {
  const draw = (name) => (number) => element("span", { class: name }, drawDomino(number, origins));
  return element(
    "span",
    { class: "turn-dominoes", "aria-hidden": "true" },
    ...placed.map(draw("placed")),
    ...discarded.map(draw("discarded")),
    ...(chosen.length ? [document.documentElement.dir === "rtl" ? "←" : "→"] : []),
    ...chosen.map(draw("chosen")),
    ...(rest ? [element("small", {}, rest)] : []),
  );
}

// A row for a turn; screen readers get words instead of pictures.
function row(turn, origins) {
  const { version, seat, words, gain } = turn;
  const link = { href: `#m${version}`, "data-version": version, title: words };
  const told =
    seat === null
      ? [element("span", {}), element("span", {}, words)]
      : [drawKing(seat), element("span", {}, pictures(turn, origins), element("span", { class: "visually-hidden" }, words))];
  return element("li", {}, element("a", link, ...told, element("b", {}, gain)));
}

export class MoveList {
  current = null;
  rows = [];
  rounds = new Map(); // the list of each round

  // The list in the section that the server rendered; `visit(version)` is called for a clicked row.
  constructor(section, turns, origins, visit) {
    this.origins = origins;
    this.box = section.querySelector(".move-list");
    this.box.replaceChildren();
    this.extend(turns);
    this.box.addEventListener("click", (click) => {
      const link = click.target.closest("a");
      if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
      click.preventDefault();
      visit(Number(link.dataset.version));
    });
  }

  // Show these turns; the last row shown before may have grown.
  extend(turns) {
    const kept = Math.max(this.rows.length - 1, 0);
    for (const last of this.rows.splice(kept)) last.remove();
    for (const turn of turns.slice(kept)) {
      this.rows.push(row(turn, this.origins));
      this.listOf(turn).append(this.rows.at(-1));
    }
    this.current = null;
  }

  listOf({ round }) {
    if (!this.rounds.has(round)) {
      const list = element("ol", {});
      this.rounds.set(round, list);
      this.box.append(element("h3", {}, round ? say("replay.round-title", { round }) : say("replay.before")), list);
    }
    return this.rounds.get(round);
  }

  // Append to each row the result of `markOf(version)` for its turn, null for nothing.
  mark(markOf) {
    for (const { firstChild: link } of this.rows) {
      const mark = markOf(Number(link.dataset.version));
      if (mark) link.append(mark);
    }
  }

  // Mark the turn to which this version belongs.
  show(version) {
    const links = this.rows.map(({ firstChild }) => firstChild);
    const current = links.find(({ dataset }) => Number(dataset.version) >= version) ?? links.at(-1);
    if (current === this.current) return;
    for (const link of links) link.toggleAttribute("aria-current", false);
    current.setAttribute("aria-current", "step");
    this.current = current;
    this.bringIntoView(current);
  }

  // Scrolls only the box, not the page.
  bringIntoView(link) {
    const [inner, outer] = [link, this.box].map((node) => node.getBoundingClientRect());
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      this.box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  }
}
