// A lesson of the tutorial: the reader makes the requested move on the board, and the server returns its result.

import { data } from "../shared/data.js";
import { element } from "../shared/elements.js";
import { say } from "../shared/words.js";
import { showBar } from "../table/controls/bar.js";
import { listen } from "../table/controls/gestures.js";
import { listenToKeys } from "../table/controls/keyboard.js";
import { Presses } from "../table/controls/presses.js";
import { showOwn, showTrial } from "../table/showing/kingdoms.js";
import { BoardView } from "../board/board_view.js";
import { showLines } from "../table/showing/lines.js";
import { keepingFocus } from "../table/showing/page.js";
import { tokenOf } from "../table/tasks/notation.js";
import { keepBell } from "../live/bell.js";
import { taskOf } from "../table/tasks/tasks.js";
import { keepDone, keepMoves, movesMade } from "./progress.js";

const { play, limit, moves, state } = data("tutorial");
const [kingdom] = state.kingdoms;
const address = (tokens) => `/tutorial?${new URLSearchParams({ play: tokens.join(" ") })}`;

class Lesson {
  constructor(root) {
    const board = root.querySelector(".own-board");
    board.dataset.key = "board";
    board.setAttribute("aria-describedby", "tutorial-keys");
    this.page = {
      root,
      board,
      view: new BoardView(board),
      fault: element("p", { class: "notice bad fault", role: "alert" }),
      spoken: element("p", { class: "visually-hidden", "aria-live": "polite" }),
      bar: element("section", { class: "card bar", "aria-label": say("table.your-move") }),
      lines: element("div", { class: "lines" }),
    };
    this.page.bar.append(this.page.fault);
    const hooks = {
      changed: () => this.show(),
      moved: () => showTrial(this.page, this.task),
      refused: (words) => {
        this.page.fault.textContent = words;
      },
      said: (words) => {
        this.page.spoken.textContent = words;
      },
      lines: () => {},
      confirm: () => this.confirm(),
    };
    this.task = taskOf({ state, events: [], kingdom, seat: 0, limit, origins: false }, hooks, { moves }, []);
    const presses = new Presses(this.page, () => this.task);
    listen(this.page, presses);
    listenToKeys(this.page, presses, this.page.root);
  }

  // Replace the form for browsers without scripts by the interactive board.
  open() {
    const { page } = this;
    document.getElementById("by-hand").replaceWith(page.bar);
    page.root.querySelector(".stage > .line")?.replaceWith(page.lines);
    page.root.append(page.spoken, element("p", { id: "tutorial-keys", class: "visually-hidden" }, say("table.keys")));
    this.show();
  }

  confirm() {
    const { ready } = this.task;
    if (ready) location.assign(address([...play, tokenOf(ready[0])]));
  }

  show() {
    const { page, task } = this;
    keepingFocus(page.root, () => {
      showOwn(page, state, kingdom, { limit, origins: false, task, named: say("table.own") });
      if (state.next_line.length) showLines(page, state, task, []);
      showBar(page, task, { busy: false, more: [], failure: "" });
    });
  }
}

// A returning reader continues. If the reader begins again, or the URL has moves, the URL decides.
function goesOn() {
  const made = new URLSearchParams(location.search).has("play") ? null : movesMade();
  if (made) location.replace(address(made));
  return made !== null;
}

if (!goesOn()) {
  if (moves.length) {
    keepMoves(play);
    new Lesson(document.getElementById("lesson")).open();
  } else {
    keepDone();
  }
  document.querySelector("[data-skip]")?.addEventListener("click", keepDone);
  if (play.length) document.getElementById("step-title").focus();
}

keepBell();
