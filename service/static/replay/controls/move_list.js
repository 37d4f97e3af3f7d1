// The list of what happened, which the server wrote: its entries lead to their moves, the present one is marked.

export class MoveList {
  current = null;

  constructor(section, visit) {
    this.box = section.querySelector(".move-list");
    this.links = [...this.box.querySelectorAll("a")];
    this.box.addEventListener("click", (click) => {
      const link = click.target.closest("a");
      if (!link || click.ctrlKey || click.metaKey || click.shiftKey) return;
      click.preventDefault();
      visit(Number(link.dataset.version));
    });
    for (const link of this.links) link.removeAttribute("aria-current");
  }

  // Mark the entry of this version, or the last one before it where it has none.
  show(version) {
    const current = this.links.findLast(({ dataset }) => Number(dataset.version) <= version) ?? null;
    if (current === this.current) return;
    this.current?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    this.current = current;
    if (current) this.bringIntoView(current);
  }

  // Only the box is scrolled, not the page.
  bringIntoView(link) {
    const [inner, outer] = [link, this.box].map((node) => node.getBoundingClientRect());
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      this.box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
  }
}
