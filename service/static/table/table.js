// The game table, for players and spectators. It is driven only by states and events from the API.

import { data } from "../shared/data.js";
import { Acting } from "./acting.js";
import { Feed } from "./feed.js";
import { Connection } from "./controls/connection.js";
import { element } from "../shared/elements.js";
import { onPreference, prefers } from "../shared/preferences.js";
import { released } from "../shared/press.js";
import { say } from "../shared/words.js";
import { showBar, showPreview } from "./controls/bar.js";
import { runClock } from "./showing/turns/clock.js";
import { buttonsFor, actionsNow } from "./seats/action_buttons.js";
import { listen } from "./controls/gestures.js";
import { listenToKeys } from "./controls/keyboard.js";
import { listenForHelp } from "./controls/keys.js";
import { Presses } from "./controls/presses.js";
import { showReceipts } from "./controls/receipts.js";
import { showOwn, showTrial } from "./showing/kingdoms.js";
import { showLines } from "./showing/lines.js";
import { Menu } from "./seats/menu.js";
import { Motion } from "./motion/motion.js";
import { Next } from "./seats/next.js";
import { buildPage, keepingFocus } from "./showing/page.js";
import { Offers } from "./offers.js";
import { Plans } from "./plans/plans.js";
import { Queue } from "./controls/queue.js";
import { Waiting } from "./controls/waiting.js";
import { openTable, playAgain, seatOf, takeOvers } from "./seats/seats.js";
import { Series } from "./seats/series.js";
import { show, showPanels } from "./showing/show.js";
import { isTurnOf, titleWords } from "./showing/turns/turns.js";
import { Store } from "./store.js";
import { Talk } from "./talk/talk.js";
import { Telling } from "./telling.js";
import { Turn } from "./turn.js";
import { Visits } from "./visits.js";
import { entitle } from "../shared/header.js";
import { keepBell } from "../live/bell.js";
import { keepHere, sendWhenBack } from "../offline/here.js";
import { keepPosition } from "../shared/kept/pages.js";
import { me } from "../shared/session.js";

const { game, limit, seats, origins, seen } = data("table");
const SETTLING = 1000; // ms after a turn began during planning: what the viewer does was still meant for the plan

class Table {
  store = new Store(game);
  shown = null; // the task when the page was last shown
  plans = new Plans(game);
  next = new Next(game);
  offers = new Offers(game, () => released().then(() => this.showTask()));
  series = new Series(() => released().then(() => this.showBar()));
  afterwards = null; // loaded at the end of the game
  queue = new Queue(() => this.markBusy());
  acting = new Acting(this);
  waiting = new Waiting(game, {
    changed: () => released().then(() => this.state && this.showBar()),
    refused: (words) => this.refuse(words),
    gone: () => this.feed.trying(() => this.feed.load()),
  });

  constructor(root) {
    this.page = buildPage(root);
    this.motion = new Motion(this.page, game);
    this.telling = new Telling(this.page, this.store, this.motion);
    this.connection = new Connection(this.page.connection);
    this.visits = new Visits(this.page.fresh, game, seen);
    this.talk = new Talk(this.page.talk, game, () => this.menu.showEntries());
    this.menu = new Menu(
      this.page.menu,
      (way) => this.act(way),
      () => this.talk.entries,
    );
    this.tick = runClock(this.page.clock, () => this.state?.deadline, {
      up: () => this.showBar(),
      doubted: () => this.feed.askTime(),
    });
    const presses = new Presses(this.page, () => (this.isHeld ? null : this.task));
    new ResizeObserver(() => this.measureBar()).observe(this.page.bar);
    listen(this.page, presses);
    listenToKeys(this.page, presses, root);
    listenForHelp();
    showReceipts(this.page.receipt, game);
    for (const shown of ["hints", "keys"]) onPreference(shown, () => this.state && this.show());
    for (const panel of [this.page.unseen, this.page.moves]) panel.addEventListener("toggle", () => this.showPanels());
    this.hooks = {
      changed: () => this.changed(),
      moved: () => {
        showTrial(this.page, this.task);
        showPreview(this.page, this.task);
      },
      refused: (words) => this.refuse(words),
      said: (words) => {
        this.page.spoken.replaceChildren(element("span", {}, words)); // a new element, so that equal words are announced again
      },
      lines: () => this.reveal(this.page.lines),
      confirm: () => this.confirm(),
      send: (moves) => this.act((act) => act.make(moves)),
    };
    this.turn = new Turn(this.store, this.plans, this.hooks);
    this.feed = new Feed(this.store, this.queue, this.connection, {
      renewed: () => this.renew(),
      came: (events) => {
        this.telling.back &&= events.length === 0;
      },
      heard: (events, same) => this.hear(events, same),
      refused: (words) => this.refuse(words),
      kept: (moves) => this.turn.useKept(moves),
      failed: () => {
        this.page.attach();
        this.turn.forget();
      },
      followed: () => this.talk.hear(this.state, this.viewer),
    });
  }

  get state() {
    return this.store.state;
  }

  // The viewer's present task, null for none.
  get task() {
    return this.turn.task;
  }

  get viewer() {
    return seatOf(this.state);
  }

  get isMine() {
    return isTurnOf(this.state, this.viewer);
  }

  // The viewer's stored plan as the table shows it, null for none.
  get plan() {
    const { state, viewer: seat } = this;
    return seat === null ? null : this.plans.shown({ state, seat, kingdom: state.kingdoms[seat], limit, origins });
  }

  // True if the viewer cannot change the trial: it is being sent, or waits for that.
  get isHeld() {
    return this.acting.busy || this.waiting.waits;
  }

  settle() {
    return this.turn.settle(this.state, this.viewer);
  }

  async renew() {
    await Promise.all([this.settle(), this.bringAfterwards()]);
    await released();
    this.show();
  }

  // What follows a result is there when the result is shown, so that nothing moves; without a connection it comes later.
  async bringAfterwards() {
    if (this.afterwards || !this.state.ranking) return;
    const part = await import("./seats/afterwards.js").catch(() => null);
    this.afterwards ??= part && new part.Afterwards();
  }

  // Show what the messages told; `same` is true if the state is the one from before them.
  async hear(events, same) {
    if (same) this.showPanels();
    if (events.some(({ type, seat }) => type === "PlanFired" && seat === this.viewer)) {
      await this.turn.lookForPlan(this.state, this.viewer);
      await released();
      this.showBar();
    }
    this.telling.tell();
  }

  changed() {
    const { task } = this;
    if (!task) return;
    this.turn.keep();
    if (!prefers("confirm") && !task.asks && !task.duringPlan && task.ready) {
      this.confirm();
      return;
    }
    this.showTask();
  }

  // Show the trial and its gain.
  showTask() {
    const { page, task } = this;
    if (!task) return;
    keepingFocus(page.root, () => {
      showOwn(page, this.state, this.state.kingdoms[this.viewer], { limit, origins, task });
      showLines(page, this.state, task, this.store.events);
      this.telling.mark();
      this.showBar();
    });
    this.lookAtOffers();
  }

  // Not for a plan that the service may be carrying out at this moment: its placement would be refused.
  lookAtOffers() {
    if (!this.task?.isNew) this.offers.look(this.state, this.viewer, this.task);
  }

  refuse(words) {
    if (words) this.page.attach();
    this.page.fault.textContent = words;
  }

  confirm() {
    const { task } = this;
    if (task?.ready && !task.isNew && !this.isHeld) this.act((act) => task.carryOut(act));
  }

  act(way) {
    return this.acting.act(way);
  }

  markBusy() {
    this.page.root.setAttribute("aria-busy", this.acting.busy || this.queue.waiting > 0);
  }

  show() {
    const { page, state, viewer, task, telling } = this;
    const { events } = this.store;
    this.motion.before();
    keepingFocus(page.root, () => {
      show(page, state, {
        events,
        recent: telling.recent,
        again: telling.again,
        viewer,
        task,
        plan: this.plan,
        table: { limit, origins },
      });
      telling.drawn = state;
      this.showBar();
      page.receipt.hidden = !state.round && !state.line?.some(({ seat }) => seat === viewer); // no move yet
      this.menu.show(state, viewer);
      this.talk.show(state, viewer);
      this.series.show(state);
      this.showWaiting();
      this.afterwards?.show(
        page.result,
        state,
        playAgain(state, (way) => this.act(way)),
      );
    });
    this.lookAtOffers();
    this.bringIntoView();
    telling.tellResult(this.hooks.said);
    this.motion.after(state.version, { events, missed: telling.missed, viewer, mine: this.isMine });
    this.motion.celebrate(state, this.motion.fresh, { limit, origins }).then(() => this.leadOn());
    telling.tell();
    entitle(titleWords(state, viewer));
    this.visits.show(state);
    this.keep();
    this.tick();
  }

  // The keys go on from the ending when its ceremony is over.
  leadOn() {
    if (this.state.status === "scored" && !this.motion.celebrating) this.afterwards?.leadOn(this.page);
  }

  // What is shown can be read without a connection, if it is the viewer's own running game.
  keep() {
    const { state, store, turn, viewer } = this;
    if (viewer === null || this.connection.isDown || store.stale) return;
    const position = { at: Date.now(), state, events: store.events, moves: turn.answer };
    keepPosition(me().id, game, position).catch(() => {}); // a full storage keeps nothing
  }

  // The parts needed for a new task must be in view and not under the bar: the board first, then the lines or the cave board.
  bringIntoView() {
    const { page, task } = this;
    if (task !== this.shown && task?.cavemen) this.reveal(page.camp);
    if (task !== this.shown && task?.free.length) this.hooks.lines();
    if (task !== this.shown && task?.lit.length) this.reveal(page.view.place);
    if (task !== this.shown && task?.duringPlan) this.letSettle(task);
    this.shown = task;
  }

  // The turn began while the viewer planned it: let them see that before they can confirm.
  letSettle(task) {
    setTimeout(() => {
      task.isNew = false;
      if (task !== this.task) return;
      this.showBar();
      this.lookAtOffers();
    }, SETTLING);
  }

  reveal(place) {
    this.measureBar();
    place.scrollIntoView({ block: "nearest" });
  }

  // Set the bar's height for the style sheet: parts brought into view must not lie under the bar.
  measureBar() {
    document.documentElement.style.setProperty("--bar", `${this.page.bar.offsetHeight}px`);
  }

  showBar() {
    const act = (way) => this.act(way);
    const plans = this.plans.buttons(this.state, this.viewer, { toggle: () => this.acting.togglePlanning(), act });
    const urgent = actionsNow(this.state, { days: null }).filter((action) => action.urgent);
    const more = [
      ...this.waiting.buttons,
      ...plans,
      ...buttonsFor(urgent, this.state, act, null),
      ...this.series.links(this.state),
      ...(this.state.ranking ? [] : playAgain(this.state, act)), // a game that was called off has no result
      ...takeOvers(this.state, act),
      ...(this.isMine ? [] : this.next.links),
    ];
    const { task } = this;
    const isOffered = task?.duringPlan && !this.plans.laid.plan;
    const isAway = urgent.some(({ name }) => name === "return");
    const planned = isOffered
      ? say("table.during-plan")
      : this.plans.note(this.state, this.store.events, this.viewer, this.plan?.lost);
    const note = this.waiting.waits ? say("offline.waits") : isAway ? say("table.away-note") : planned;
    const { failure } = this.plans;
    const look = { busy: this.isHeld, waits: this.waiting.waits, more, failure, note };
    keepingFocus(this.page.root, () => showBar(this.page, task, look));
  }

  showWaiting() {
    if (this.state.status !== "open") return;
    this.page.result.hidden = false;
    this.page.result.replaceChildren(openTable(this.state, this.viewer, seats, (way) => this.act(way)));
  }

  showPanels() {
    if (!this.state) return;
    const { page, state, viewer } = this;
    const { recent, again } = this.telling;
    showPanels(page, state, this.store.events, { limit, origins }, { recent, viewer, again });
  }
}

const table = new Table(document.getElementById("position"));
document.addEventListener("visibilitychange", () => table.feed.trying(() => table.feed.look()));
await table.feed.trying(() => table.feed.start());
await table.waiting.look();
sendWhenBack();
addEventListener("visibilitychange", () => table.state && table.keep());
keepHere().then(
  () => table.state && table.keep(),
  () => {}, // without it nothing is kept
);
keepBell(); // also if the game could not be loaded
