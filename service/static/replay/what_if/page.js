// The places for trying other moves: they stay while it is open, only their contents change.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { BoardView } from "../../board/board_view.js";

// Create the places and return them by name; `table/` draws into `board`, `bar`, `ownHead` and `ownFoot`.
export function buildPage({ title, close, seats, note }) {
  const board = element("div", { class: "own-board", "data-key": "board", "aria-describedby": "what-if-keys" });
  const page = {
    root: element("div", { class: "what-if" }),
    title: element("h1", { tabindex: -1, "data-key": "title" }, title), // the heading of the replay is hidden meanwhile
    fault: element("p", { class: "notice bad fault", role: "alert" }),
    spoken: element("p", { class: "visually-hidden", "aria-live": "polite" }),
    board,
    view: new BoardView(board),
    ownHead: element("div", { class: "kingdom-head" }),
    ownFoot: element("div", {}),
    bar: element("section", { class: "card bar", tabindex: -1, "aria-label": say("what-if.moves") }),
    points: element("div", { class: "what-if-points" }),
    dominoes: element("section", { class: "what-if-dominoes", "aria-label": say("what-if.dominoes") }),
  };
  page.bar.append(page.fault);
  page.root.append(
    element("div", { class: "what-if-head" }, page.title, seats, close),
    page.spoken,
    element(
      "div",
      { class: "what-if-felt" },
      element("div", {}, page.ownHead, page.view.place, page.ownFoot),
      element("div", { class: "what-if-side" }, page.bar, page.points, page.dominoes),
    ),
    element("p", { class: "muted" }, note),
    element("p", { id: "what-if-keys", class: "visually-hidden" }, say("table.keys")),
  );
  return page;
}
