// The events of a game that its rules do not know: time-outs, vacations, outages, leaving, returning, early ends, plans
// (docs/organize/audit.md, "Attendance").

import { rule } from "../rules/broken.js";
import { isPlayer } from "./forms.js";

const SYSTEM = ["system", "system"];
const TIMEOUT = ["system", "timeout"];

// Checks an event about attendance, and changes the course by it; `isDue` if it follows from the event before.
export function attend(course, event, isDue) {
  const decision = (isDue ? FOLLOWING : DECISIONS)[event.type];
  rule(decision, "rules/not-due");
  decision(course, event);
}

const isGoingOn = ({ game, status }) => game !== null && status === "active";

// The player of a seat, who must play on as the game does.
function playerOn(course, seat) {
  const player = course.table.stays(seat);
  rule(isGoingOn(course), "game/not-active");
  return player;
}

const FOLLOWING = {
  SeatAway: ({ table }, { seat }) => table.away(seat),
  SeatLeft: leave,
};

const DECISIONS = {
  PlanFired: plan,
  TimeExpired: expire,
  SeatLeft: (course, event) => {
    course.by(event, [playerOn(course, event.seat), "player"]);
    rule(event.data.reason === "resigned" && event.data.policy === course.table.policyOfLeft, "rules/otherwise");
    leave(course, event);
  },
  SeatReturned: (course, event) => {
    const player = playerOn(course, event.seat);
    rule(course.table.botOn(event.seat) !== null, "seat/not-away");
    rule(course.game.mover !== event.seat, "bot/to-act");
    checkBank(course, event);
    course.by(event, [player, "player"]);
    course.table.back(event.seat);
  },
  SeatTakenOver: (course, event) => {
    rule(isGoingOn(course), "game/not-active");
    course.table.takeOver(event.seat, event.data.player);
    rule(course.game.mover !== event.seat, "bot/to-act");
    checkBank(course, event);
    course.by(event, [event.data.player, "player"]);
  },
  VacationBegan: (course, event) => vacation(course, event, "beginVacation"),
  VacationEnded: (course, event) => vacation(course, event, "endVacation"),
  OutageRecorded: outage,
  EndAgreed: agree,
  GameAborted: abort,
};
export const ATTENDANCE = new Set([...Object.keys(DECISIONS), "SeatAway"]);

// A person is to place or to choose a single domino.
function plan(course, event) {
  const { game, table } = course;
  rule(isGoingOn(course), "plan/not-due");
  const isChoice = ["place", "choose"].includes(game.stage) || (game.stage === "choose-first" && game.first.way !== "pairs");
  rule(game.mover === event.seat && table.isInPerson(event.seat) && isChoice, "plan/not-due");
  course.by(event, [table.seats[event.seat].player, "plan"]);
  course.plan = "fired";
}

function expire(course, event) {
  const { game, table, options, clock } = course;
  const isTimed = (clock?.deadline ?? null) !== null;
  if (isTimed) clock.expire(event);
  const claimant = options.on_timeout === "claim" ? playerOn(course, table.seatOf(event.actor)) : null;
  rule(isTimed, "clock/not-expired");
  rule(claimant === null || table.seats[game.mover].player !== claimant, "clock/own");
  rule(event.seat === game.mover, "rules/otherwise");
  course.by(event, claimant === null ? TIMEOUT : [claimant, "player"]);
  const isLeft = options.on_timeout !== undefined;
  const next = isLeft ? ["SeatLeft", { policy: table.policyOfLeft, reason: "timeout" }] : ["SeatAway", { policy: table.standIn }];
  course.pending = [[next[0], event.seat, next[1], TIMEOUT]];
}

function leave(course, { seat, data }) {
  course.table.leave(seat, data.reason);
  if (course.table.isDeserted) course.pending = [["GameEnded", null, {}, SYSTEM]];
}

// Time that was used up is lost for the whole game.
function checkBank({ options, clock }, { seat }) {
  rule(options.clock?.policy !== "bank" || clock.hasTime(seat), "clock/no-time");
}

function vacation(course, event, act) {
  const player = playerOn(course, event.seat);
  rule(course.clock !== null, "vacation/no-clock");
  course.clock[act](event);
  course.by(event, [player, "player"]);
}

function outage(course, event) {
  rule(course.clock !== null, "outage/no-time");
  course.clock.away(event.data);
  const isAway = event.data.reason === "away";
  course.by(event, isAway ? SYSTEM : [isPlayer(event.actor) ? event.actor : null, "operator"]);
}

function agree(course, event) {
  const { table } = course;
  course.by(event, [playerOn(course, event.seat), "player"]);
  rule(table.isInPerson(event.seat), "seat/away");
  rule(!table.agreed.has(event.seat), "end/agreed");
  table.agreed.add(event.seat);
  if (table.isAgreed) course.pending = [["GameEnded", null, {}, SYSTEM]];
}

// By a player before the first domino is placed, or by the service if the seats were not taken in time.
function abort(course, event) {
  const { game, table, status } = course;
  rule(status === "open" || status === "active", "game/over");
  if (event.actor === "system") {
    rule(game === null, "game/begun");
    course.by(event, TIMEOUT);
  } else {
    table.seatOf(event.actor);
    course.by(event, [event.actor, "player"]);
    rule(game === null || !game.hasBegun, "game/begun");
  }
  rule(!course.options.dynasty, "game/in-dynasty");
  rule(!course.options.tournament, "game/in-tournament");
  course.status = "aborted";
  course.pending = [["SeedRevealed", null, null, SYSTEM]];
}
