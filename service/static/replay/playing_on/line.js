// One continuation: the seat's moves as at the table, and the bots' moves. The API computes it and stores nothing.

import { prefers } from "../../shared/preferences.js";
import { say } from "../../shared/words.js";
import { button, showBar, showPreview } from "../../table/controls/bar.js";
import { showOwn, showTrial } from "../../table/showing/kingdoms.js";
import { showLines } from "../../table/showing/lines.js";
import { news } from "../../table/showing/news.js";
import { keepingFocus } from "../../table/showing/page.js";
import { show } from "../../table/showing/show.js";
import { markTaken, markTouched, touchedBy } from "../../table/showing/touched.js";
import { tokenOf } from "../../table/tasks/notation.js";
import { taskOf } from "../../table/tasks/tasks.js";
import { continuation, newSeed } from "./continuation.js";

const MOST_NEWS = 12; // sentences

export class Line {
  answers = []; // one for each turn of the seat, the present one last
  task = null;
  busy = false;
  asked = 0;

  // `from` is { version, events, play }: events up to the version, and the first moves; `table` is { record, limit, origins }.
  constructor(page, from, table, { seat, bot }) {
    this.page = page;
    this.from = from;
    this.table = table;
    this.seat = seat;
    this.bot = bot;
    this.hooks = {
      changed: () => this.changed(),
      moved: () => {
        showTrial(page, this.task);
        showPreview(page, this.task);
      },
      refused: (words) => {
        page.fault.textContent = words;
      },
      said: (words) => {
        page.spoken.textContent = words;
      },
      lines: () => page.lines.scrollIntoView({ block: "nearest" }),
      confirm: () => this.confirm(),
      send: (moves) => this.make(moves),
    };
  }

  // Ignore further responses.
  end() {
    this.asked += 1;
  }

  get answer() {
    return this.answers.at(-1);
  }

  get state() {
    return this.answer.state;
  }

  get events() {
    return [...this.from.events, ...this.answer.events];
  }

  // The bots' moves since the seat's last move.
  get recent() {
    const since = this.answers.at(-2)?.state.version ?? this.from.version;
    return this.answer.events.filter(({ version, seat }) => version > since && seat !== this.seat);
  }

  // ---- requests to the API

  // Restart from the beginning, with other further dominoes.
  async begin() {
    this.seed = newSeed();
    const answer = await this.ask(this.from.play);
    if (answer) this.see([answer]);
  }

  // Use another bot for the other seats from now on.
  async playAgainst(bot) {
    this.bot = bot;
    const tried = this.task?.tried;
    const answer = this.answer && (await this.ask(this.answer.play));
    if (answer) this.see([...this.answers.slice(0, -1), answer], tried);
  }

  // The continuation after these moves; null if no response came, or it is obsolete.
  async ask(play) {
    const number = ++this.asked;
    const {
      from: { version },
      table: { record },
      seat,
      bot,
      seed,
    } = this;
    this.setBusy(true);
    try {
      const answer = await continuation(record, { version, seat, bot, seed, play });
      return number === this.asked ? answer : null;
    } catch (problem) {
      if (number === this.asked) this.hooks.refused(problem.message);
      return null;
    } finally {
      if (number === this.asked) this.setBusy(false);
    }
  }

  confirm() {
    const { ready } = this.task;
    if (ready) this.make(ready);
  }

  // Make these moves in order, as long as they belong to the turn.
  async make(moves) {
    if (this.busy) return;
    let now = this.answer;
    for (const move of moves) {
      const { to_act: turn } = now.state;
      if (now !== this.answer && !(turn?.seat === this.seat && turn.types.includes(move.type))) break;
      const next = await this.ask([now.play, tokenOf(move)].filter(Boolean).join(" "));
      if (!next) break;
      now = next;
    }
    if (now !== this.answer) this.see([...this.answers, now]);
  }

  undo() {
    this.see(this.answers.slice(0, -1));
  }

  // Show the last of these responses; a trial from before is restored.
  see(answers, tried = null) {
    this.answers = answers;
    this.hooks.refused("");
    this.task = this.taskNow();
    if (tried) this.task?.retry(tried);
    this.show();
    if (this.task?.free.length) this.hooks.lines();
  }

  taskNow() {
    const { state, answer, events, seat } = this;
    if (!answer.moves.length) return null;
    const { limit, origins } = this.table;
    return taskOf({ state, events, kingdom: state.kingdoms[seat], seat, limit, origins }, this.hooks, answer, []);
  }

  // ---- display

  changed() {
    const { page, state, task } = this;
    if (!prefers("confirm") && !task.asks && task.ready) {
      this.confirm();
      return;
    }
    keepingFocus(page.root, () => {
      showOwn(page, state, task.table.kingdom, { ...this.table, task });
      showLines(page, state, task, this.events);
      this.mark();
      this.showBar();
    });
  }

  show() {
    const { page, state, events, seat, task, table } = this;
    keepingFocus(page.root, () => {
      show(page, state, { events, viewer: seat, task, table });
      this.mark();
      this.showBar();
    });
    page.news.textContent = news(this.recent, { players: state.players, viewer: seat, most: MOST_NEWS });
  }

  mark() {
    markTouched(this.page.root, touchedBy(this.recent, this.state));
    markTaken(this.page.lines, this.recent);
  }

  setBusy(busy) {
    this.busy = busy;
    this.page.root.setAttribute("aria-busy", busy);
    if (this.answer) keepingFocus(this.page.root, () => this.showBar());
  }

  showBar() {
    const undo = button("undo", say("playing-on.undo"), () => this.undo(), { disabled: this.busy });
    showBar(this.page, this.task, { busy: this.busy, more: this.answers.length > 1 ? [undo] : [], failure: "" });
  }
}
