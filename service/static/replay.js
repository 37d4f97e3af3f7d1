// Steps through a game by the states of its replay; the address holds the version (#m17).

import { drawKingdom, mark } from "./board/kingdom.js";
import { kingdomTable } from "./board/table.js";
import { nameOf as nameOfPlayer } from "./names.js";
import { say } from "./words.js";

const root = document.getElementById("replay");
const slider = root.querySelector("input");
const api = `/api/v1/games/${root.dataset.game}/replay`;

function element(name, text, ...classes) {
  const made = document.createElement(name);
  made.textContent = text;
  made.classList.add(...classes);
  return made;
}

function nameOf(state, seat) {
  return state.players[seat] ? nameOfPlayer(state.players[seat]) : `Seat ${seat}`;
}

function plain(word) {
  return word.replace(/^warrior(\d)$/, "warrior of strength $1").replace("_", " ");
}

function count(number, noun) {
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

function wordsFor({ event, state }) {
  const who = event.seat === null ? "" : nameOf(state, event.seat);
  const { domino, x, y, direction, dominoes } = event.data;
  const king = state.rules.game === "origins" ? "chief" : "king";
  const words = {
    ...wordsForOrigins({ event, state }, who),
    GameCreated: () => "The table is opened",
    PlayerSeated: () => `${who} takes seat ${event.seat}`,
    GameStarted: () => "The game starts",
    KingDrawn: () => `A ${king} of ${who} is drawn`,
    LineDealt: () => `A line is dealt: ${dominoes.join(", ")}`,
    DominoChosen: () => `${who} chooses domino ${domino}`,
    DominoPlaced: () => `${who} places domino ${domino} at (${x}, ${y}), ${direction}`,
    DominoDiscarded: () => `${who} has to discard domino ${domino}`,
    DominoLeftOver: () => `Domino ${domino} is left over`,
    GameEnded: () => "The last domino is placed",
    SeedRevealed: () => "The seed is revealed: every draw can be checked",
    GameScored: () => "The game is scored",
  };
  return (words[event.type] ?? (() => event.type))();
}

function line(title, slots, state) {
  if (slots.length === 0) return "";
  const entries = slots.map(({ domino, seat }) => (seat === null ? `${domino}` : `${domino} (${nameOf(state, seat)})`));
  return `${title}: ${entries.join(", ")}. `;
}

function turn(state) {
  return state.to_act ? `${nameOf(state, state.to_act.seat)} is to ${state.to_act.types.join(" or ")}.` : "";
}

function totemHolders(totems, state) {
  return Object.entries(totems).map(([resource, seat]) =>
    `${resource} ${seat === null ? "on the table" : nameOf(state, seat)}`);
}

function onTheTable(state) {
  const { rules, totems, board: faceUp, stack_left: left } = state;
  if (rules.game !== "origins") return "";
  if (rules.mode === "totem") return `Totems: ${totemHolders(totems, state).join(", ")}.`;
  return rules.mode === "tribe" ? `Cave board: ${faceUp.map(plain).join(", ") || "empty"}; ${left} face down.` : "";
}

// Which squares of a seat's kingdom the event was about.
function touchedBy({ type, seat, data }, own) {
  if (seat !== own) return () => false;
  if (type === "DominoPlaced") return (cell) => cell.domino === data.domino;
  if (type === "FirePlaced" || type === "CavemanPut") return (cell) => cell.x === data.x && cell.y === data.y;
  if (type === "CavemanPaid") return (cell) => data.squares.some(([x, y]) => cell.x === x && cell.y === y);
  return () => false;
}

// A kingdom drawn, and in a table; the limit is that of the rules (R9, R16, R17, R21).
function board(kingdom, { rules, players }, touched) {
  const origins = rules.game === "origins";
  const whole = players.length === 2 && (origins || rules.mighty_duel);
  const limit = rules.no_limit ? null : whole ? 7 : 5;
  const label = say("board.label", { name: nameOfPlayer(players[kingdom.seat]) });
  const drawn = drawKingdom(kingdom, { limit, origins, label });
  mark(drawn, kingdom.cells.filter(touched), "touched");
  const table = document.createElement("details");
  table.append(element("summary", say("board.as-table")), kingdomTable(kingdom, { limit, origins, caption: label }));
  return [drawn, table];
}

function show(frame) {
  const { event, state } = frame;
  document.getElementById("event").textContent = `${frame.version}. ${wordsFor(frame)}`;
  document.getElementById("lines").textContent =
    `Round ${state.round} of ${state.rounds}, ${state.status}. ` +
    line("Current line", state.line, state) + line("Next line", state.next_line, state) + turn(state);
  document.getElementById("table").textContent = onTheTable(state);
  const kingdoms = state.kingdoms.map((kingdom) => {
    const place = state.ranking?.findIndex((seats) => seats.includes(kingdom.seat)) ?? -1;
    const box = element("section", "", "kingdom", "card");
    const first = place < 0 ? "" : `, place ${1 + state.ranking.slice(0, place).flat().length}`;
    box.append(element("h2", `${nameOf(state, kingdom.seat)}: ${kingdom.score.total} points${first}`));
    box.append(...board(kingdom, state, touchedBy(event, kingdom.seat)));
    return box;
  });
  document.getElementById("kingdoms").replaceChildren(...kingdoms);
}

const { frames, fault } = await (await fetch(api)).json();

function go(index) {
  const bounded = Math.min(Math.max(index, 0), frames.length - 1);
  slider.value = bounded + 1;
  history.replaceState(null, "", `#m${bounded + 1}`);
  show(frames[bounded]);
}

function fromAddress() {
  return Number(/^#m(\d+)$/.exec(location.hash)?.[1] ?? frames.length) - 1;
}

const steps = {
  first: () => 0,
  back: () => slider.value - 2,
  forward: () => Number(slider.value),
  last: () => frames.length - 1,
};
const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

slider.max = frames.length;
slider.addEventListener("input", () => go(slider.value - 1));
root.addEventListener("click", ({ target }) => target.value in steps && target !== slider && go(steps[target.value]()));
document.addEventListener("keydown", (press) => {
  if (press.target === slider || !(press.key in keys) || press.ctrlKey || press.altKey || press.metaKey) return;
  press.preventDefault();
  go(steps[keys[press.key]]());
});
window.addEventListener("hashchange", () => go(fromAddress()));
if (fault) {
  const text = `The record is damaged from version ${fault.version} on: ${fault.text} (${fault.code}).`;
  Object.assign(document.getElementById("fault"), { textContent: text, hidden: false });
}
go(fromAddress());
