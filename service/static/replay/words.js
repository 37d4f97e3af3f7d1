// What happened in a game, in words, one sentence for each event; and what is said of seats.

export function nameOf(state, seat) {
  const { name, bot } = state.players[seat] ?? {};
  return bot ? `Seat ${seat} (${policy(bot)})` : name ?? `Seat ${seat}`;
}

// A policy in words, without the version that it is stored with: "greedy-1" is a greedy bot.
function policy(name) {
  return `${name.split("-")[0]} bot`;
}

// Whether a seat's player is away or has left, in words that follow the name.
export function standing(state, seat) {
  const { away, left } = state.players[seat] ?? {};
  return left ? " (left)" : away ? " (away, a bot plays)" : "";
}

// The name of a player by id, who need not sit at the table.
function playerName(state, id) {
  const seat = state.players.findIndex(({ player }) => player === id);
  return seat < 0 ? "Somebody" : nameOf(state, seat);
}

function on(at) {
  return ` on ${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function plain(word) {
  return word.replace(/^warrior(\d)$/, "warrior of strength $1").replace("_", " ");
}

export function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function wordsForOrigins({ event, state }, who) {
  const { x, y, fires, resource, to, cavemen, caveman, source, squares } = event.data;
  return {
    FirePlaced: () => `${who} puts ${count(fires, "fire")} on (${x}, ${y})`,
    FireLost: () => `${who} has no square for ${count(fires, "fire")}: the token leaves the game`,
    TotemTaken: () => `${who} takes the ${resource} totem`,
    TotemGiven: () => `${who} gives the ${resource} totem to ${nameOf(state, to)}`,
    TotemReturned: () => `${who} puts the ${resource} totem back on the table`,
    BoardRefilled: () => `Onto the cave board come: ${cavemen.map(plain).join(", ")}`,
    CavemanPaid: () => `${who} pays ${squares.length} resources for a caveman of the ${source}`,
    CavemanTaken: () => `${who} takes a caveman: ${plain(caveman)}`,
    CavemanPut: () => `${who} puts the caveman on (${x}, ${y})`,
    RecruitingDeclined: () => `${who} recruits nobody`,
  };
}

function wordsForAttendance({ event, state }, before, who) {
  const { policy: stored, deadline, reason, laid } = event.data;
  const claim = event.cause === "player" ? `, claims ${playerName(state, event.actor)}` : "";
  const out = reason === "resigned" ? "resigns" : "is out, for time";
  const then = stored ? `a ${policy(stored)} plays on` : "nobody plays on, what comes is discarded";
  return {
    BotSeated: () => `A ${policy(stored)} takes seat ${event.seat}`,
    TimeExpired: () => `The time of ${who} was up${on(deadline)}${claim}`,
    SeatAway: () => `A ${policy(stored)} plays on for ${who}, who may come back`,
    SeatReturned: () => `${who} is back, and plays in person`,
    SeatLeft: () => `${who} ${out}: ${then}`,
    SeatTakenOver: () => `${who} takes over seat ${event.seat} from ${nameOf(before, event.seat)}`,
    VacationBegan: () => `${who} goes on vacation: the clock stands still`,
    VacationEnded: () => `${who} is back from vacation`,
    EndAgreed: () => `${who} would end the game here`,
    GameAborted: () => `${playerName(state, event.actor)} calls the game off: nobody wins`,
    PlanFired: () => `The plan that ${who} laid${on(laid)} is carried out`,
  };
}

// Who made a move, where it was not a player at the table; what a plan does follows on its PlanFired.
function caused(frames, index) {
  const { event, state } = frames[index];
  if (event.cause === "plan" && event.type !== "PlanFired") {
    const fired = frames.slice(0, index).findLast((frame) => frame.event.type === "PlanFired");
    return ` (planned${on(fired.event.data.laid)})`;
  }
  return event.cause === "bot" && !state.players[event.seat].bot ? " (by a bot)" : "";
}

// What happened at this index of the frames.
export function sentence(frames, index) {
  const { event, state } = frames[index];
  const before = frames[index - 1]?.state;
  const who = event.seat === null ? "" : nameOf(state, event.seat);
  const { domino, x, y, direction, dominoes } = event.data;
  const king = state.rules.game === "origins" ? "chief" : "king";
  const words = {
    ...wordsForOrigins({ event, state }, who),
    ...wordsForAttendance({ event, state }, before, who),
    GameCreated: () => "The table is opened",
    PlayerSeated: () => `${who} takes seat ${event.seat}`,
    GameStarted: () => "The game starts",
    KingDrawn: () => `A ${king} of ${who} is drawn`,
    LineDealt: () => `A line is dealt: ${dominoes.join(", ")}`,
    DominoChosen: () => `${who} chooses domino ${domino}`,
    DominoPlaced: () => `${who} places domino ${domino} at (${x}, ${y}), ${direction}`,
    DominoDiscarded: () => event.cause === "system"
      ? `Domino ${domino} of ${who} is discarded: nobody plays on` : `${who} has to discard domino ${domino}`,
    DominoLeftOver: () => `Domino ${domino} is left over`,
    GameEnded: () => (before?.to_act ? "The players agree: the game ends here" : "The last domino is placed"),
    SeedRevealed: () => "The seed is revealed: every draw can be checked",
    GameScored: () => "The game is scored",
  };
  return (words[event.type] ?? (() => event.type))() + caused(frames, index);
}
