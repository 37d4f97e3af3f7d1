// The game table: one plays here, and watches. It is driven by states and events of the API alone.

import { data } from "../data.js";
import { follow } from "../live/follow.js";
import { api, ask } from "../session.js";
import { say } from "../words.js";
import { button, showBar } from "./bar.js";
import { learn, runClock, secondsUntil } from "./clock.js";
import { confirms } from "./confirming.js";
import { deedButtons, deedsOf } from "./deeds.js";
import { listen } from "./gestures.js";
import { showOwn, showTrial } from "./kingdoms.js";
import { showLines } from "./lines.js";
import { Menu } from "./menu.js";
import { news } from "./news.js";
import { Next } from "./next.js";
import { buildPage, keepingFocus } from "./page.js";
import { nextOf, Planning } from "./plan.js";
import { Plans } from "./plans.js";
import { openTable, rematch, seatOf, takeOvers } from "./seats.js";
import { Queue } from "./queue.js";
import { make } from "./sending.js";
import { show, showPanels, turnWords } from "./show.js";
import { Store } from "./store.js";
import { taskOf } from "./tasks.js";

const { game, limit, seats, origins, dynasty } = data("table");
const MOST_HEARD = 12; // events
const LONGEST_PAUSE = 2 ** 31; // ms: a timer has no more
const OVER = ["scored", "aborted"];
const TITLE = document.title;

class Table {
  store = new Store();
  task = null;
  shown = null; // the task that was there when the page was shown last
  turn = null; // what the task is for
  plans = new Plans(game);
  next = new Next(game);
  busy = false; // a move is on its way
  queue = new Queue(() => this.markBusy());

  constructor(root) {
    this.page = buildPage(root);
    this.menu = new Menu(this.page.menu, (way) => this.act(way));
    this.tick = runClock(this.page.clock, () => this.store.state?.deadline);
    listen(this.page, () => (this.busy ? null : this.task));
    for (const panel of [this.page.unseen, this.page.moves]) panel.addEventListener("toggle", () => this.showPanels());
    this.hooks = {
      changed: () => this.changed(),
      moved: () => showTrial(this.page, this.task),
      refused: (words) => this.refuse(words),
      said: (words) => { this.page.spoken.textContent = words; },
      lines: () => this.page.lines.scrollIntoView({ block: "nearest" }),
      confirm: () => this.confirm(),
      send: (moves) => this.act((act) => act.make(moves)),
    };
  }

  get state() {
    return this.store.state;
  }

  get viewer() {
    return seatOf(this.state);
  }

  get isMine() {
    return this.viewer !== null && this.state.to_act?.seat === this.viewer;
  }

  // ---- what comes from the API

  load() {
    return this.queue.run(async () => {
      const answer = await ask(`/games/${game}`);
      learn(answer);
      await this.see(await answer.json());
    });
  }

  async see(state) {
    const seat = this.state ? this.viewer : undefined;
    if (!this.store.see(state)) return;
    if (this.viewer !== seat) this.follow();
    await this.settle();
    this.show();
  }

  async hear(events) {
    const before = this.state.version;
    const fresh = this.store.hear(events);
    if (this.store.version > this.state.version) await this.load();
    else this.showPanels();
    if (fresh.some(({ type, seat }) => type === "PlanFired" && seat === this.viewer)) {
      await this.lookForPlan();
      this.showBar();
    }
    this.tell(fresh.filter(({ version }) => version > before));
  }

  async catchUp() {
    const { events } = await api(`/games/${game}/events?after=${this.store.version}`);
    this.store.hear(events);
  }

  // Hear what happens, as whoever is here: who has sat down may see more.
  follow() {
    follow(game, this.store.last, {
      events: (events) => this.hear(events),
      reset: () => this.reload(),
      away: () => this.refuse(say("session.away")),
      here: () => this.refuse(""),
    });
  }

  // Begin anew: what is known has a gap, or is of another log.
  async reload() {
    this.store.forget();
    const { events } = await api(`/games/${game}/events`);
    this.store.recall(events);
    await this.load();
  }

  // Say what others did since the viewer's own last move, whenever something comes to it.
  tell(fresh) {
    const who = { players: this.state.players, viewer: this.viewer };
    if (!news(fresh, who)) return;
    const own = this.store.events.findLastIndex(({ seat }) => seat !== null && seat === this.viewer);
    const text = news(this.store.events.slice(own + 1).slice(-MOST_HEARD), who);
    this.page.news.textContent = this.isMine ? say("news.and-yours", { text }) : text;
  }

  // ---- what the viewer can do

  // Find the task for the state, or keep the one there is where nothing changed for it.
  async settle() {
    const { state, viewer } = this;
    const mine = this.isMine;
    const next = nextOf(state, viewer);
    this.plans.open &&= next !== null;
    const turn = mine ? `${state.turn_version} ${state.to_act.types}` : this.plans.open && JSON.stringify(next);
    if (turn === this.turn) return;
    const wished = (mine && this.task?.wished) || [];
    const draft = this.task?.draft;
    const first = this.turn === null;
    Object.assign(this, { turn, task: null });
    if (first || this.plans.laid.plan) await this.lookForPlan();
    const task = turn ? await this.newTask(mine, next, { wished, draft }) : null;
    if (turn === this.turn) this.task = task;
  }

  // One that was laid may have been carried out, or may have failed.
  async lookForPlan() {
    if (this.viewer !== null && this.state.status === "active") await this.plans.look();
  }

  // `wished` and `draft` are what was thought out before, for a move or for a plan.
  async newTask(mine, next, { wished, draft }) {
    const { state, viewer, hooks } = this;
    const table = { state, events: this.store.events, kingdom: state.kingdoms[viewer], seat: viewer, limit, origins };
    if (!mine) return new Planning(table, hooks, next, draft ?? this.plans.laid.plan);
    const { moves, version } = await api(`/games/${game}/moves`);
    if (state.to_act.types.includes("put")) await this.catchUp(); // which caveman it is stands in the events only
    const known = state.to_act.types.includes(moves[0]?.type);
    return known && version >= state.turn_version ? taskOf(table, hooks, moves, wished) : null;
  }

  changed() {
    const { page, task } = this;
    if (!task) return;
    if (!confirms() && !task.asks && task.ready) {
      this.confirm();
      return;
    }
    keepingFocus(page.root, () => {
      showOwn(page, this.state, task.table.kingdom, { limit, origins, task });
      showLines(page, this.state, task);
      this.showBar();
    });
  }

  refuse(words) {
    this.page.fault.textContent = words;
  }

  confirm() {
    const { task } = this;
    if (task?.ready) this.act((act) => task.carryOut(act));
  }

  // Do something that changes the game, and say why where it cannot be done. `way(act)` may give a state.
  async act(way) {
    if (this.busy) return;
    const { version } = this.state;
    this.setBusy(true);
    this.refuse("");
    try {
      await way({ make: (moves) => this.make(moves), plan: (plan) => this.plans.lay(plan) });
    } catch (problem) {
      this.refuse(this.reason(problem));
    }
    await this.catchUpWith(version).catch((problem) => this.refuse(problem.message));
    this.setBusy(false);
  }

  // Show what came of a change: a move's answer was the new state, else it is asked for.
  async catchUpWith(before) {
    if (this.state.version === before) await this.load();
    await this.queue.run(() => this.settle());
    this.show();
  }

  setBusy(busy) {
    this.busy = busy;
    this.markBusy();
    keepingFocus(this.page.root, () => this.showBar());
  }

  markBusy() {
    this.page.root.setAttribute("aria-busy", this.busy || this.queue.waiting > 0);
  }

  async make(moves) {
    await make(this.state, this.viewer, moves, (state) => { this.store.see(state); });
    if (!this.isMine) this.next.look().then(() => this.showBar(), () => {});
  }

  reason({ done = [], refused, code, message }) {
    if (code === "version/stale") return say("table.stale");
    const [first] = done;
    return first ? say("table.half", { domino: first.domino, wish: refused.domino, why: message }) : message;
  }

  async togglePlanning() {
    this.plans.open = !this.plans.open;
    await this.queue.run(() => this.settle());
    this.show();
  }

  // ---- what is shown

  show() {
    const { page, state, viewer, task } = this;
    keepingFocus(page.root, () => {
      show(page, state, { events: this.store.events, viewer, task, table: { limit, origins } });
      this.showBar();
      this.menu.show(state, viewer);
      this.showWaiting();
    });
    this.bringIntoView();
    this.awaitDeadline();
    document.title = this.isMine ? `● ${turnWords(state, viewer)} – ${TITLE}` : TITLE;
    this.tick();
  }

  // What is needed for something new must not be hidden, nor lie under the bar: the board before the lines.
  bringIntoView() {
    const { page, task } = this;
    if (task !== this.shown && task?.free.length) this.hooks.lines();
    if (task !== this.shown && task?.lit.length) page.board.scrollIntoView({ block: "nearest" });
    this.shown = task;
  }

  showBar() {
    const act = (way) => this.act(way);
    const plans = this.plans.buttons(this.state, this.viewer, { toggle: () => this.togglePlanning(), act });
    const urgent = deedsOf(this.state, this.viewer, { dynasty, days: null }).filter((deed) => deed.urgent);
    const more = [...plans, ...deedButtons(urgent, this.state, act, null), ...this.endButtons(),
      ...takeOvers(this.state, this.viewer, act), ...(this.isMine ? [] : this.next.links)];
    const note = this.plans.note(this.state, this.store.events, this.viewer);
    showBar(this.page, this.task, { busy: this.busy, more, failure: this.plans.failure, note });
    document.documentElement.style.setProperty("--bar", `${this.page.bar.offsetHeight}px`);
  }

  // Playing again: bots play no dynasties.
  endButtons() {
    if (!OVER.includes(this.state.status) || this.viewer === null) return [];
    const again = (key, series, kind) => button(key, say(`table.${key}`),
      () => this.act(async () => location.assign(await rematch(game, series))), { kind });
    const people = this.state.players.every(({ bot }) => bot === undefined);
    return [again("rematch", "games", "button primary"), ...(people ? [again("rematch-dynasty", "dynasties")] : [])];
  }

  // What can be done changes when the time of somebody is up, and no event tells of it.
  awaitDeadline() {
    clearTimeout(this.alarm);
    const pause = 1000 * secondsUntil(this.state.deadline ?? 0);
    if (pause > 0 && pause < LONGEST_PAUSE) this.alarm = setTimeout(() => this.showBar(), pause);
  }

  showWaiting() {
    if (this.state.status !== "open") return;
    this.page.result.hidden = false;
    this.page.result.replaceChildren(openTable(this.state, this.viewer, seats, (way) => this.act(way)));
  }

  showPanels() {
    if (this.state) showPanels(this.page, this.state, this.store.events, { limit, origins });
  }
}

const table = new Table(document.getElementById("position"));
await table.catchUp();
await table.load();
