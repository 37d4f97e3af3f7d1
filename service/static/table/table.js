// The game table, for players and spectators. It is driven only by states and events from the API.

import { data } from "../shared/data.js";
import { follow } from "../live/follow.js";
import { Connection } from "./controls/connection.js";
import { element } from "../shared/elements.js";
import { onPreference, prefers } from "../shared/preferences.js";
import { api, ask, Problem } from "../shared/session.js";
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
import { news, sinceOwn } from "./showing/news.js";
import { Next } from "./seats/next.js";
import { buildPage, differs, keepingFocus } from "./showing/page.js";
import { mayWaitLong, offer } from "../push/offer.js";
import { Offers } from "./offers.js";
import { Plans } from "./plans/plans.js";
import { Queue } from "./controls/queue.js";
import { openTable, playAgain, seatOf, takeOvers } from "./seats/seats.js";
import { Afterwards } from "./seats/afterwards.js";
import { Series } from "./seats/series.js";
import { make, reasonOf } from "./controls/sending.js";
import { show, showPanels } from "./showing/show.js";
import { why } from "./result/why.js";
import { isTurnOf, turnWords } from "./showing/turns/turns.js";
import { markTaken, markTouched, touchedBy } from "./showing/touched.js";
import { Store } from "./store.js";
import { Talk } from "./talk/talk.js";
import { Turn } from "./turn.js";
import { entitle } from "../shared/header.js";
import { keepBell } from "../live/bell.js";

const { game, limit, seats, origins, push } = data("table");
const AGAIN = 2000; // ms
const SLOW = 4000; // ms until a missing response is reported
const UNREACHED = [0, 502, 504]; // statuses of responses that are not from the service
const MOST_BACK = 12; // sentences
const SETTLING = 1000; // ms after a turn began during planning: what the viewer does was still meant for the plan
const TITLE = document.title;

class Table {
  store = new Store(game);
  shown = null; // the task when the page was last shown
  isOver = null; // true if there was a result then
  drawn = null; // the state shown by the boards
  followed; // the viewer's seat with which the game is followed
  plans = new Plans(game);
  next = new Next(game);
  offers = new Offers(game, () => this.showTask());
  series = new Series(() => this.showBar());
  afterwards = new Afterwards();
  busy = false; // true while a move is being sent
  asksTime = false; // true while the server's time is being requested, and a little longer
  back = true; // true until something happens after the page was opened
  queue = new Queue(() => this.markBusy());

  constructor(root) {
    this.page = buildPage(root);
    this.motion = new Motion(this.page, game);
    this.connection = new Connection(this.page.connection);
    this.talk = new Talk(this.page.talk, game, () => this.menu.showEntries());
    this.menu = new Menu(
      this.page.menu,
      (way) => this.act(way),
      () => this.talk.entries,
    );
    this.tick = runClock(this.page.clock, () => this.store.state?.deadline, {
      up: () => this.showBar(),
      doubted: () => this.askTime(),
    });
    const presses = new Presses(this.page, () => (this.busy ? null : this.task));
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

  // ---- data from the API

  async start() {
    await this.store.catchUp();
    await this.load();
    // The browser preloads the state before the scripts, so the events may be newer, and the stream does not repeat them.
    if (this.store.version > this.state.version) await this.load();
  }

  load() {
    return this.queue.run(async () => this.see(await api(`/games/${game}`)));
  }

  // Any response has the server's time; nothing else is done with this one.
  async askTime() {
    if (this.asksTime) return;
    this.asksTime = true;
    await ask(`/games/${game}`).catch(() => {});
    setTimeout(() => {
      this.asksTime = false;
    }, AGAIN);
  }

  async see(state) {
    if (this.store.see(state)) await this.renew();
  }

  // Show the new state, and follow the game from it on with the viewer's role in it.
  async renew() {
    if (this.viewer !== this.followed) this.follow();
    await this.settle();
    this.show();
  }

  // The page is visible again: the present task may not have been requested.
  async look() {
    if (this.state && !document.hidden) await this.queue.run(() => this.renew());
  }

  settle() {
    return this.turn.settle(this.state, this.viewer);
  }

  async hear(messages) {
    const fresh = this.store.hear(messages.map(({ event }) => event));
    this.back &&= fresh.length === 0;
    const changed = await this.queue.run(() => this.change(messages));
    if (messages.at(-1).event.version > this.state.version) await this.load();
    else if (!changed) this.showPanels();
    if (fresh.some(({ type, seat }) => type === "PlanFired" && seat === this.viewer)) {
      await this.turn.lookForPlan(this.state, this.viewer);
      this.showBar();
    }
    this.tell();
  }

  // Show the changes of the messages that fit the state; returns true if any did.
  async change(messages) {
    const changed = messages.map((message) => this.store.change(message)).includes(true);
    if (changed) await this.renew();
    return changed;
  }

  // Follow the game as the present player: a seated player may see more.
  follow() {
    this.followed = this.viewer;
    // Together with the game, so that all use one connection.
    this.talk.hear(this.state, this.viewer);
    keepBell();
    follow(game, this.store.last, {
      events: (messages) => this.trying(() => this.hear(messages)),
      reset: () => this.trying(() => this.reload()),
      hidden: () => this.hide(),
      away: () => this.connection.down(),
      here: () => this.connection.up(),
    });
  }

  // The viewer may not watch the game any more: what is shown stays, and nothing is requested again.
  hide() {
    this.hidden = true;
    clearTimeout(this.again);
    this.refuse(say("table.hidden"));
  }

  // Start again: the known events have a gap, or are from another log.
  async reload() {
    await this.store.beginAnew();
    await this.load();
  }

  // Run requests to the API. If it does not respond, report that, and request everything again a little later.
  async trying(work) {
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (this.hidden) {
        this.hide();
        return;
      }
      if (UNREACHED.includes(problem.status)) this.connection.down();
      else this.refuse(problem.message);
      this.page.attach();
      this.store.stale = true;
      this.turn.forget();
      clearTimeout(this.again);
      this.again = setTimeout(() => this.trying(() => this.startOver()), AGAIN);
    }
  }

  async startOver() {
    await this.load();
    this.connection.up();
    this.refuse("");
  }

  // The events since the viewer's last move, up to the state.
  get recent() {
    const { version } = this.state;
    return sinceOwn(
      this.store.events.filter((event) => event.version <= version),
      this.viewer,
    );
  }

  // The events that a returning viewer has not seen; none for a viewer who has not moved yet, or only watches.
  get missed() {
    const { recent, viewer } = this;
    return viewer !== null && recent[0]?.version > 1 ? recent : [];
  }

  // Shows the motion since the viewer's last move again, null without motion.
  get showAgain() {
    if (!prefers("motion") || !this.missed.length) return null;
    return () => {
      this.page.root.scrollIntoView({ block: "start" });
      this.motion.again(this.missed);
    };
  }

  // Mark these events on the boards and in the lines, as the replay marks a step.
  mark() {
    const { page, state, recent } = this;
    if (this.drawn !== state) return; // marked after it is drawn
    markTouched(page.root, touchedBy(recent, state));
    markTaken(page.lines, recent);
  }

  // Announce the news when the events up to the state are here.
  tell() {
    this.mark();
    if (this.drawn !== this.state || this.store.version < this.state.version) return;
    const words = this.newsWords();
    if (differs(this.page.news, words)) this.page.news.textContent = words;
  }

  // A returning viewer reads of every turn since their own, a staying one of the latest.
  newsWords() {
    const { recent, viewer } = this;
    const text = news(recent, { players: this.state.players, viewer, ...(this.back && { most: MOST_BACK }) });
    if (!text) return "";
    const told = this.isMine ? say("event.and-yours", { text }) : text;
    return this.back && this.missed.length ? say("event.since-own", { text: told }) : told;
  }

  // ---- actions of the viewer

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
      showOwn(page, this.state, task.table.kingdom, { limit, origins, task });
      showLines(page, this.state, task, this.store.events);
      this.mark();
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
    if (task?.ready && !task.isNew) this.act((act) => task.carryOut(act));
  }

  // Run an action that changes the game, and report a failure with its reason. `way(act)` may return a state.
  async act(way) {
    if (this.busy) return;
    const { version } = this.state;
    this.setBusy(true);
    this.refuse("");
    const slow = setTimeout(() => this.connection.down(), SLOW);
    try {
      await way({ make: (moves) => this.make(moves), plan: (plan) => this.plan(plan) });
      this.connection.up();
    } catch (problem) {
      this.refuse(reasonOf(problem));
    }
    clearTimeout(slow);
    await this.trying(() => this.catchUpWith(version));
    this.setBusy(false);
  }

  // Show the result of a change: the response to a move is the new state, otherwise it is requested. The next actions come only
  // from the stream or a request.
  async catchUpWith(before) {
    if (this.state.version === before) await this.load();
    else if (!this.state.actions) this.trying(() => this.load());
    await this.queue.run(() => this.settle());
    this.show();
  }

  setBusy(busy) {
    this.busy = busy;
    this.markBusy();
    this.showBar();
  }

  markBusy() {
    this.page.root.setAttribute("aria-busy", this.busy || this.queue.waiting > 0);
  }

  async make(moves) {
    await make(this.state, this.viewer, moves, (state, move) => {
      this.store.see(state);
      this.motion.make(move);
    });
    if (this.isMine) return;
    this.next.look().then(
      () => this.showBar(),
      () => {},
    );
    if (push && mayWaitLong(this.state, this.viewer)) offer(this.page.push);
  }

  async plan(plan) {
    await this.plans.lay(plan);
    this.turn.discard();
  }

  async togglePlanning() {
    this.plans.open = !this.plans.open;
    if (!this.plans.open) this.turn.discard();
    await this.trying(() => this.queue.run(() => this.settle()));
    this.show();
  }

  // ---- display

  show() {
    const { page, state, viewer, task } = this;
    const { events } = this.store;
    this.motion.before();
    keepingFocus(page.root, () => {
      show(page, state, { events, recent: this.recent, again: this.showAgain, viewer, task, table: { limit, origins } });
      this.drawn = state;
      this.showBar();
      this.menu.show(state, viewer);
      this.talk.show(state, viewer);
      this.series.show(state);
      this.showWaiting();
      this.afterwards.show(page.result, state);
    });
    this.lookAtOffers();
    this.bringIntoView();
    this.tellResult();
    this.motion.after(state.version, { events, missed: this.missed, viewer, mine: this.isMine });
    this.tell();
    entitle(this.isMine ? `● ${turnWords(state, viewer)} – ${TITLE}` : TITLE);
    this.tick();
  }

  // The parts needed for a new task must be in view and not under the bar: the board first, then the lines.
  bringIntoView() {
    const { page, task } = this;
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

  // A result that arrives while the page is open is above the boards, possibly out of view.
  tellResult() {
    const isOver = this.state.ranking !== null;
    if (isOver && this.isOver === false) {
      this.hooks.said(why(this.state).join(" "));
      this.page.root.scrollIntoView({ block: "start" });
    }
    this.isOver = isOver;
  }

  showBar() {
    const act = (way) => this.act(way);
    const plans = this.plans.buttons(this.state, this.viewer, { toggle: () => this.togglePlanning(), act });
    const urgent = actionsNow(this.state, { days: null }).filter((action) => action.urgent);
    const more = [
      ...plans,
      ...buttonsFor(urgent, this.state, act, null),
      ...this.series.links(this.state),
      ...playAgain(this.state, act),
      ...takeOvers(this.state, act),
      ...(this.isMine ? [] : this.next.links),
    ];
    const { task } = this;
    const isOffered = task?.duringPlan && !this.plans.laid.plan;
    const note = isOffered ? say("table.during-plan") : this.plans.note(this.state, this.store.events, this.viewer);
    keepingFocus(this.page.root, () => showBar(this.page, task, { busy: this.busy, more, failure: this.plans.failure, note }));
  }

  showWaiting() {
    if (this.state.status !== "open") return;
    this.page.result.hidden = false;
    this.page.result.replaceChildren(openTable(this.state, this.viewer, seats, (way) => this.act(way)));
  }

  showPanels() {
    if (!this.state) return;
    const { page, state, recent, viewer, showAgain: again } = this;
    showPanels(page, state, this.store.events, { limit, origins }, { recent, viewer, again });
  }
}

const table = new Table(document.getElementById("position"));
document.addEventListener("visibilitychange", () => table.trying(() => table.look()));
await table.trying(() => table.start());
keepBell(); // also if the game could not be loaded
