// The list of the moves, a row for each turn under the number of its round: a row leads to its turn, the present one is marked.

import { drawKing } from "../../board/kings.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

// A row for a turn { version, round, seat, words, gain }; its king is that of who moved.
function row({ version, seat, words, gain }) {
  const parts = [seat === null ? element("span", {}) : drawKing(seat), element("span", {}, words), element("b", {}, gain)];
  return element("li", {}, element("a", { href: `#m${version}`, "data-version": version }, ...parts));
}

function rounds(turns) {
  return [...Map.groupBy(turns, ({ round }) => round)].flatMap(([round, moves]) => [
    element("h3", {}, round ? say("replay.round-title", { round }) : say("replay.before")),
    element("ol", {}, ...moves.map(row)),
  ]);
}

export class MoveList {
  current = null;

  // Fill the section that the server wrote with these turns; `visit(version)` is called for a row.
  constructor(section, turns, visit) {
    this.box = section.querySelector(".move-list");
    this.box.replaceChildren(...rounds(turns));
    this.links = [...this.box.querySelectorAll("a")];
    this.box.addEventListener("click", (click) => {
      const link = click.target.closest("a");
      if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
      click.preventDefault();
      visit(Number(link.dataset.version));
    });
  }

  // Mark the turn to which this version belongs.
  show(version) {
    const current = this.links.find(({ dataset }) => Number(dataset.version) >= version) ?? this.links.at(-1);
    if (current === this.current) return;
    this.current?.removeAttribute("aria-current");
    current.setAttribute("aria-current", "step");
    this.current = current;
    this.bringIntoView(current);
  }

  // Only the box is scrolled, not the page.
  bringIntoView(link) {
    const [inner, outer] = [link, this.box].map((node) => node.getBoundingClientRect());
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      this.box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  }
}
