// Follows a game event by event: each event must be due, or be a legal choice of the seat to act, or one about attendance
// (docs/organize/audit.md, "Legality").

import { hex, sha256, utf8 } from "../../shared/bytes.js";
import { canonical } from "../encoding/canonical.js";
import { seriesOf } from "../record/kinds.js";
import { Broken, rule } from "../rules/broken.js";
import { CHOICES, Game } from "../rules/game.js";
import { rankingOf, scoreOf } from "../rules/scoring.js";
import { stateOf } from "../rules/state.js";
import { attend, ATTENDANCE } from "./attendance.js";
import { Clock } from "./clock.js";
import { checkForm } from "./forms.js";
import { BOTS, checkOpening, idOf, isOpener } from "./opening.js";
import { Table } from "./table.js";

// What the rules say of a game's events:
//
// - `broken`: the rules that they break, as [code, version], in order
// - `clock`: null without a clock, else its `faults` as [code, version], and the `deadlines` after each event from the start on
// - `count`: the number of events that could be followed; after them no event was judged
// - `together`: the versions of the events that belong to the append of the one before
// - `missing`: the type of the event that must follow the last one in its append, or null
// - `result`: the scores and the ranking, with the version of the event that has them, or null
export async function followed(game, events) {
  const course = new Course(game, events[0].data);
  const stop = events.find((event) => !course.goesOn(event));
  await course.compare();
  return {
    broken: course.broken.sort(([, one], [, other]) => one - other),
    clock: course.clock && { faults: course.clock.faults, deadlines: course.deadlines },
    count: stop ? stop.version - 1 : events.length,
    together: course.together,
    missing: stop ? null : course.missing,
    result: course.result,
  };
}

const SYSTEM = ["system", "system"];

class Course {
  constructor(game, { rules, players, rules_version: version, options }) {
    this.id = game;
    this.rules = rules;
    this.version = version; // of the rules
    this.options = options;
    this.isInSeries = seriesOf(options) !== undefined;
    this.table = new Table({ options, players });
    this.game = null; // from GameStarted on
    this.clock = null; // from a good GameCreated on, if the game has a clock
    this.deadlines = [];
    this.status = "open";
    this.pending = []; // what must follow after an event about attendance, as [type, seat, data, [actor, cause] or null]
    this.plan = null; // "fired" before the first move of a plan, "begun" after its placement
    this.broken = [];
    this.states = []; // of lines dealt, as [version, state hash in the record, canonical text of the state]
    this.together = [];
    this.result = null;
  }

  // Checks an event and goes on to what is then; false if no later event can be judged: from a time that is none, no deadline follows.
  goesOn(event) {
    if (!Number.isSafeInteger(event.at)) return false;
    try {
      this.#take(event);
    } catch (problem) {
      if (!(problem instanceof Broken)) throw problem;
      this.broken.push([problem.code, event.version]);
      return false;
    }
    return true;
  }

  #take(event) {
    const { type, version } = event;
    checkForm(event, this.rules.game);
    this.wrong = (code) => this.broken.push([code, version]);
    const due = version === 1 ? null : this.due;
    if (version === 1) this.#open(event);
    else if (due !== null) this.#follow(event, due);
    else if (CHOICES.has(type)) this.#choose(event);
    else this.#otherwise(event);
    this.#note(event);
  }

  by({ actor, cause }, right) {
    if (canonical([actor, cause]) !== canonical(right)) this.wrong("log/origin");
  }

  // What must come next, as [type, seat, data, [actor, cause]], with null for what a draw or the event decides.
  get due() {
    if (this.pending.length > 0) return this.pending[0];
    if (this.status === "aborted" || this.status === "scored") return null;
    if (this.status === "revealed") return ["GameScored", null, null, SYSTEM];
    if (this.game === null) return this.table.isFull ? ["GameStarted", null, {}, SYSTEM] : null;
    const due = this.game.due;
    if (due !== null) return [...due, due[0] === "DominoChosen" ? this.#byOfPair() : SYSTEM];
    if (!this.game.idle.includes(this.game.mover)) return null;
    const [type, data] = this.game.firstOf();
    return [type, this.game.mover, data, SYSTEM];
  }

  // The first pair's second domino is its player's choice, too; the other pair is nobody's.
  #byOfPair() {
    return this.game.first.drawn.length === this.game.first.kings ? SYSTEM : this.pairBy;
  }

  // The type of the event that is missing now, or null.
  get missing() {
    if (this.isInSeries && this.game === null && !this.table.isFull) return "PlayerSeated";
    if (this.plan === "fired") return "PlanFired";
    return this.due?.[0] ?? null;
  }

  #open(event) {
    rule(event.type === "GameCreated", "log/impossible");
    checkOpening(event, this.wrong);
    const { clock, offsets = [] } = this.options;
    if (clock) this.clock = new Clock(clock, this.table.players, offsets);
    if (!isOpener(event)) this.wrong("log/origin");
  }

  #follow(event, [type, seat, data, by]) {
    rule(event.type === type, "rules/not-due");
    rule(seat === null || event.seat === seat, "rules/otherwise");
    rule(data === null || canonical(event.data) === canonical(data), "rules/otherwise");
    this.by(event, by);
    this.together.push(event.version);
    this.pending.shift();
    if (type === "GameStarted") this.#start();
    else if (type === "GameScored") this.#score(event);
    else if (type === "SeedRevealed") return;
    else if (ATTENDANCE.has(type)) attend(this, event, true);
    else this.game.happen(event);
  }

  #start() {
    this.status = "active";
    this.game = new Game(this.rules, this.table.players);
  }

  #choose(event) {
    const { type, seat } = event;
    rule(this.game !== null, "game/not-started");
    rule(this.status === "active" && this.game.mover !== null, this.game.stage === "over" ? "game/over" : "game/not-active");
    rule(this.game.mover === seat, "turn/not-yours");
    rule(this.game.choices.includes(type), "turn/wrong-action");
    const bot = this.table.botOn(seat);
    const cause = bot === null ? this.#causeOf(event) : "bot";
    this.game.happen(event);
    if (bot === null && this.options.on_timeout !== "claim") this.clock?.move(event);
    this.by(event, [bot === null ? this.table.seats[seat].player : "system", cause]);
    if (cause === "plan") this.together.push(event.version);
    this.plan = this.plan === "fired" && type !== "DominoChosen" ? "begun" : null;
  }

  // A plan has one move, or a placement and the choice after it.
  #causeOf({ type, cause }) {
    const isPlans = ["DominoPlaced", "DominoDiscarded", "DominoChosen"].includes(type);
    if (this.plan === "fired") {
      rule(isPlans, "rules/not-due");
      return "plan";
    }
    return this.plan === "begun" && type === "DominoChosen" && cause === "plan" ? "plan" : "player";
  }

  #otherwise(event) {
    rule(this.plan !== "fired", "rules/not-due");
    this.plan = null;
    if (event.type === "PlayerSeated") this.#sit(event);
    else if (event.type === "BotSeated") this.#sitBot(event);
    else if (event.type === "SeedRevealed") this.#reveal(event);
    else if (ATTENDANCE.has(event.type)) attend(this, event, false);
    else throw new Broken("rules/not-due");
  }

  // In a series all seats are taken with the opening.
  #nextSeat({ seat, version }) {
    rule(this.status === "open" && !this.table.isFull, "rules/not-due");
    rule(seat === this.table.seats.length, "seat/order");
    if (this.isInSeries) this.together.push(version);
  }

  #sit(event) {
    const { data } = event;
    this.#nextSeat(event);
    rule(!this.table.has(data.player), "seat/twice");
    if (!(this.options.invited?.includes(data.player) ?? true)) this.wrong("seat/not-invited");
    this.by(event, this.isInSeries ? SYSTEM : [data.player, "player"]);
    this.table.sit({ player: data.player });
  }

  #sitBot(event) {
    const { data, actor } = event;
    this.#nextSeat(event);
    rule(BOTS.includes(data.policy), "unknown/bot");
    if (this.options.rated) this.wrong("rated/no-bots");
    if (!this.isInSeries && !this.table.has(actor)) this.wrong("seat/not-seated");
    this.by(event, this.isInSeries ? SYSTEM : [actor, "player"]);
    this.table.sit({ bot: data.policy });
  }

  #reveal(event) {
    rule(this.status === "ended", "rules/not-due");
    this.by(event, SYSTEM);
    this.status = "revealed";
  }

  #score(event) {
    const { rules, version, game } = this;
    this.status = "scored";
    const scores = game.kingdoms.map((kingdom, seat) =>
      scoreOf(kingdom, { rules, version, taken: game.taken, totems: game.totems.of(seat) }),
    );
    this.result = { version: event.version, scores, ranking: rankingOf(scores, game.left) };
  }

  // What an event changes for those after it, whatever it is.
  #note({ type, version, data, actor, cause, at }) {
    if (this.game === null) return;
    if (!ATTENDANCE.has(type)) this.table.agreed.clear();
    if (type === "DominoChosen") this.pairBy = [actor, cause];
    Object.assign(this.game, { left: this.table.left, idle: this.table.idle });
    if (type === "LineDealt") this.states.push([version, data.state_hash, canonical(stateOf(this.game))]);
    if (type === "GameEnded") this.status = "ended";
    this.#runClock(at);
  }

  #runClock(at) {
    const seat = this.status === "active" ? this.game.timed : null;
    this.clock?.turn(seat !== null && this.table.botOn(seat) === null ? seat : null, at);
    this.deadlines.push(this.clock?.deadline ?? null);
  }

  // Compares the hashes in the record with those of the states and of the game's place in its series.
  async compare() {
    const { options } = this;
    for (const [version, recorded, state] of this.states) {
      if (hex(await sha256(utf8(state))) !== recorded) this.broken.push(["log/drift", version]);
    }
    for (const kind of ["dynasty", "tournament"]) {
      if (options[kind]?.id && (await idOf(kind, options[kind])) !== this.id) this.broken.push([`${kind}/game-id`, 1]);
    }
  }
}
