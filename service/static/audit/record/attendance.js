// Attendance, event by event (docs/organize/audit.md): the seats that are played in person, and those that nobody plays.

// `persons` play their seats themselves; `stayed` are all seats that were not left, `people` those of them that have a
// person, also one who is away; `idle` seats were left and nobody plays them (R32); `agreed` would end the game in this
// position; `plan` is "fired" before a plan's first move, "begun" after its placement, else null.
export const NOBODY = { persons: [], stayed: [], people: [], idle: [], agreed: [], plan: null };

const PLACING = new Set(["DominoPlaced", "DominoDiscarded"]);
const CHOICES = new Set([
  ...PLACING,
  "DominoChosen",
  "FirePlaced",
  "TotemGiven",
  "CavemanPaid",
  "CavemanTaken",
  "CavemanPut",
  "RecruitingDeclined",
]);

// The changes by other events; events that are not here belong to the rules and change the position.
const CHANGES = {
  PlayerSeated: stays,
  BotSeated: ({ stayed }, seat) => ({ stayed: [...stayed, seat], agreed: [] }),
  SeatReturned: comes,
  SeatAway: goes,
  SeatLeft: (before, seat, data) => ({
    ...goes(before, seat),
    stayed: without(before.stayed, seat),
    people: without(before.people, seat),
    agreed: [],
    idle: data?.policy === null ? [...before.idle, seat] : before.idle,
  }),
  SeatTakenOver: (before, seat) => ({ ...stays(before, seat), agreed: [], idle: without(before.idle, seat) }),
  EndAgreed: ({ agreed }, seat) => ({ agreed: [...agreed, seat] }),
  TimeExpired: () => ({}),
  VacationBegan: () => ({}),
  VacationEnded: () => ({}),
  OutageRecorded: () => ({}),
  PlanFired: () => ({}),
};

// The attendance after an event, given the attendance before it.
export function attended(before, { type, seat, data }) {
  const change = CHANGES[type] ?? (() => ({ agreed: [] }));
  return { ...before, ...change(before, seat, data), plan: planAfter(before.plan, type) };
}

// True if an event is a choice in the same append as the event before: on an idle seat, or by a plan.
export function isTogether({ idle, plan }, { type, seat, cause }) {
  if (CHOICES.has(type) && idle.includes(seat)) return true;
  if (plan === "fired") return PLACING.has(type) || type === "DominoChosen";
  return plan === "begun" && type === "DominoChosen" && cause === "plan";
}

function planAfter(plan, type) {
  if (type === "PlanFired") return "fired";
  if (plan === "fired" && PLACING.has(type)) return "begun";
  return CHOICES.has(type) || type in CHANGES ? null : plan;
}

function stays(before, seat) {
  return { ...comes(before, seat), stayed: [...before.stayed, seat], people: [...before.people, seat] };
}

function comes({ persons }, seat) {
  return { persons: [...persons, seat] };
}

function goes({ persons }, seat) {
  return { persons: without(persons, seat) };
}

function without(seats, seat) {
  return seats.filter((other) => other !== seat);
}
