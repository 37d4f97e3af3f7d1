// After the viewer's move: the link to the next game that waits for the viewer.

import { element } from "../../shared/elements.js";
import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";

export class Next {
  game = null; // the id of another game that waits for the viewer, as of the viewer's last move

  constructor(here) {
    this.here = here;
  }

  async look() {
    const { games } = await api("/me/games?limit=2");
    this.game = games.find(({ id, waiting }) => waiting && id !== this.here)?.id ?? null;
  }

  get links() {
    if (this.game === null) return [];
    return [element("a", { class: "quiet", "data-key": "next-game", href: `/games/${this.game}` }, say("table.next-game"))];
  }
}
