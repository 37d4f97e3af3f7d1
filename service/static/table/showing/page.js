// The table's places on the page. They stay, only their contents change, so that neither focus nor scrolling jumps.

import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { BoardView } from "../../board/board_view.js";
import { foldedStatus } from "./status.js";

function titled(name, title, ...content) {
  return element("section", { class: name, "aria-label": title }, ...content);
}

function ownBoard() {
  const help = element("p", { id: "board-help", class: "visually-hidden" }, say("table.keys"));
  const board = element("div", { class: "own-board", "data-key": "board", "aria-describedby": "board-help" });
  return [board, help];
}

function panel(name, title) {
  const body = element("div", {});
  return [element("details", { class: `card ${name}` }, element("summary", {}, title), body), body];
}

// Create the places and return them by name; `attach()` puts them into `root` when there is something to show, and replaces
// the server's drawing.
export function buildPage(root) {
  const [board, help] = ownBoard();
  const [unseen, unseenBody] = panel("unseen", say("table.unseen"));
  const [moves, movesBody] = panel("moves", say("table.moves"));
  const receipt = element("span", { class: "muted receipt" });
  moves.querySelector("summary").append(receipt);
  const part = (tag, attributes) => element(tag, attributes);
  const page = {
    root,
    board,
    view: new BoardView(board),
    unseen,
    unseenBody,
    moves,
    movesBody,
    receipt,
    turn: part("h1", { class: "turn", tabindex: -1 }),
    meta: part("p", { class: "muted meta" }),
    clock: part("p", { class: "clock", hidden: "" }),
    menu: part("div", { class: "menu" }),
    talk: part("div", { class: "talk" }),
    news: part("p", { class: "news", "aria-live": "polite", role: "status" }),
    fresh: part("a", { class: "fresh", hidden: "" }), // leads to the first event since the viewer's last visit
    fault: part("p", { class: "notice bad fault", role: "alert" }),
    connection: part("p", { class: "notice connection", role: "status" }),
    spoken: part("p", { class: "visually-hidden", "aria-live": "polite" }),
    ownHead: part("div", { class: "kingdom-head" }),
    ownFoot: part("div", {}),
    bar: titled("card bar", say("table.your-move")),
    lines: titled("lines", say("table.lines")),
    camp: titled("card camp", say("table.camp")),
    others: titled("others", say("table.others")),
    enlarged: null, // the dialog with another player's kingdom
    push: part("div", { class: "push-place" }), // the offer of push messages, below what a turn needs
    result: part("div", { class: "card result" }),
  };
  page.bar.append(page.fault);
  page.own = titled("card own", say("table.own"), page.ownHead, page.view.place, help, page.ownFoot);
  page.side = element("div", { class: "side" }, page.lines, page.bar, page.camp, page.push);
  page.felt = element(
    "div",
    { class: "felt" },
    page.own,
    page.side,
    page.others,
    element("div", { class: "panels" }, unseen, moves),
  );
  const corner = element("div", { class: "corner" }, page.talk, page.menu);
  const parts = [
    element("div", { class: "turn-bar" }, page.turn, page.meta, foldedStatus(page.news, page.fresh), page.clock, corner),
    page.spoken,
    page.connection,
    page.result,
    page.felt,
  ];
  page.attach = () => {
    if (!parts[0].isConnected) root.replaceChildren(...parts);
  };
  return page;
}

const shown = new WeakMap(); // the shown content as JSON, by place

// True if a place shows different content; remembers the new content. Null always counts as different.
export function differs(place, value) {
  const text = value && JSON.stringify(value);
  if (text !== null && shown.get(place) === text) return false;
  shown.set(place, text);
  return true;
}

// The elements that take the focus if the focused element has no successor, the best first.
const RESTS = ["[data-key=board][tabindex='0']", "[data-key=confirm]:not(:disabled)", ".turn"];

// Redraw, and move the focus to the successor of the focused element; it never falls back to the whole page.
export function keepingFocus(root, redraw) {
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.closest("[data-key]")?.getAttribute("data-key");
  redraw();
  if (!focused || root.contains(document.activeElement)) return;
  const places = key ? [`[data-key="${key}"]:not(:disabled)`, ...RESTS] : RESTS;
  for (const place of places) {
    root.querySelector(place)?.focus({ preventScroll: true });
    if (root.contains(document.activeElement)) return;
  }
}
