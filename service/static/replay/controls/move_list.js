// The list of the moves, a row for each turn under the number of its round: a row leads to its turn, the present one is marked.

import { drawKing } from "../../board/kings.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";

// A row for a turn { version, round, seat, words, gain }; its king is that of who moved.
function row({ version, seat, words, gain }) {
  const parts = [seat === null ? element("span", {}) : drawKing(seat), element("span", {}, words), element("b", {}, gain)];
  return element("li", {}, element("a", { href: `#m${version}`, "data-version": version }, ...parts));
}

export class MoveList {
  current = null;
  rows = [];
  rounds = new Map(); // the list of each round

  // In the section that the server wrote; `visit(version)` is called for a row.
  constructor(section, turns, visit) {
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

  // Show these turns, of which the last one that is there may have gone on.
  extend(turns) {
    const kept = Math.max(this.rows.length - 1, 0);
    for (const last of this.rows.splice(kept)) last.remove();
    for (const turn of turns.slice(kept)) {
      this.rows.push(row(turn));
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

  // Only the box is scrolled, not the page.
  bringIntoView(link) {
    const [inner, outer] = [link, this.box].map((node) => node.getBoundingClientRect());
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      this.box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  }
}
