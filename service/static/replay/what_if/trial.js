// Trying other moves in one kingdom from a version of a game on: with the same tasks as at the table, but the API only
// computes the outcome of the moves and stores nothing.

import { button, showBar } from "../../table/controls/bar.js";
import { showOwn, showOwnWords, showTrial } from "../../table/showing/kingdoms.js";
import { keepingFocus } from "../../table/showing/page.js";
import { taskOf } from "../../table/tasks/tasks.js";
import { say } from "../../shared/words.js";
import { showDominoes } from "./dominoes.js";
import { pointsWords, showPoints } from "./points.js";
import { isStepOne, variation } from "./variation.js";

export class Trial {
  moves = []; // the confirmed moves
  domino = null; // the next domino
  answer = null; // the outcome of the confirmed moves
  tried = null; // their outcome with the move on trial
  task = null;
  asPlayed = false; // true while the board shows the played moves instead
  asked = 0;

  // `from` is { version, state }; `table` is { record, limit, origins }.
  constructor(page, from, table, seat) {
    this.page = page;
    this.from = from;
    this.table = table;
    this.seat = seat;
    this.state = { ...from.state, to_act: null, next_line: [] };
    this.hooks = {
      changed: () => this.changed(),
      moved: () => showTrial(page, this.task),
      refused: (words) => {
        page.fault.textContent = words;
      },
      said: (words) => {
        page.spoken.textContent = words;
      },
      confirm: () => this.keep(),
    };
  }

  // Ignore further responses.
  end() {
    this.asked += 1;
  }

  // The task on the board, null for none.
  get active() {
    return this.asPlayed ? null : this.task;
  }

  get isDue() {
    const [move] = this.answer.moves;
    return move !== undefined && !isStepOne(move);
  }

  // The next domino with a king of the seat after these moves, null for none.
  heldAfter(moves) {
    const { line, next_line: next } = this.from.state;
    const had = moves.map(({ domino }) => domino);
    return [...line, ...next].find(({ domino, seat }) => seat === this.seat && !had.includes(domino))?.domino ?? null;
  }

  // Request the outcome of the moves; null if no response came, or it is obsolete.
  async ask(moves, domino) {
    const number = ++this.asked;
    const {
      from: { version },
      seat,
      table: { record },
    } = this;
    try {
      const answer = await variation(record, { version, seat, moves, domino });
      return number === this.asked ? answer : null;
    } catch (problem) {
      if (number === this.asked) this.hooks.refused(problem.message);
      return null;
    }
  }

  // Continue from these moves, with this domino.
  async go(moves, domino) {
    const answer = await this.ask(moves, domino);
    if (!answer) return;
    Object.assign(this, { moves, domino, answer, tried: null, asPlayed: false, task: this.taskFor(answer) });
    this.hooks.refused("");
    this.show();
    if (moves.length) this.hooks.said(pointsWords(answer));
  }

  taskFor({ kingdom, moves }) {
    if (!moves.length) return null;
    const { limit, origins } = this.table;
    const state = { ...this.state, to_act: { seat: this.seat, types: [moves[0].type] } };
    return taskOf({ state, events: [], kingdom, seat: this.seat, limit, origins }, this.hooks, { moves }, []);
  }

  // Called when the trial changes or ends.
  async changed() {
    const { ready } = this.task;
    if (!ready) {
      this.tried = null;
      this.end();
    }
    this.show();
    const tried = ready && (await this.ask([...this.moves, ...ready], null));
    if (!tried) return;
    this.tried = tried;
    this.show();
    this.hooks.said(pointsWords(tried));
  }

  keep() {
    const { ready } = this.task;
    const moves = [...this.moves, ...(ready ?? [])];
    if (ready) this.go(moves, this.heldAfter(moves));
  }

  // Undo the last domino with its consequences.
  undo() {
    const last = this.moves.findLastIndex(isStepOne);
    this.go(this.moves.slice(0, Math.max(last, 0)), this.moves[last]?.domino ?? null);
  }

  // Try this domino next, on the board.
  async choose(domino) {
    await this.go(this.moves, domino);
    this.page.board.focus();
  }

  compare() {
    this.asPlayed = !this.asPlayed;
    this.show();
  }

  // ---- display

  show() {
    const { page, answer, state, table } = this;
    const shown = this.tried ?? answer;
    this.asPlayed &&= shown.played !== null;
    const { active } = this;
    const kingdom = this.asPlayed ? shown.played.kingdom : shown.kingdom;
    this.keepFocus(() => {
      showOwn(page, state, this.asPlayed ? kingdom : answer.kingdom, { ...table, task: active });
      showOwnWords(page, state, kingdom, table);
      showBar(page, active, { busy: false, more: this.undoing, failure: this.advice });
      showPoints(page.points, this.from.state.kingdoms[this.seat], shown, this.comparing(shown));
      showDominoes(page.dominoes, this.from.state, this.isDue ? [] : answer.dominoes, {
        origins: table.origins,
        picked: this.domino,
        choose: (domino) => this.choose(domino),
      });
    });
  }

  // Redraw; if the focused element has no successor, the bar gets the focus and says what to do.
  keepFocus(redraw) {
    const { root, bar, board } = this.page;
    const within = root.contains(document.activeElement);
    keepingFocus(root, redraw);
    const isIdle = document.activeElement === board && board.tabIndex < 0;
    if (within && (isIdle || !root.contains(document.activeElement))) bar.focus({ preventScroll: true });
  }

  // The instruction if there is nothing to place.
  get advice() {
    if (this.task) return "";
    return say(this.answer.dominoes.length ? "what-if.pick" : "what-if.full");
  }

  get undoing() {
    const last = this.moves.findLast(isStepOne);
    const text = last ? say("what-if.undo", last) : say("what-if.undo-fire");
    return this.moves.length ? [button("undo", text, () => this.undo())] : [];
  }

  comparing({ played }) {
    return played ? [button("played", say("what-if.as-played"), () => this.compare(), { pressed: this.asPlayed })] : [];
  }
}
