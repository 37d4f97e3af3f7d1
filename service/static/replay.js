// Steps through a game by the states of its replay; the address holds the version (#m17).

import { drawKingdom, mark } from "./board/kingdom.js";
import { kingdomTable } from "./board/table.js";
import { nameOf, plain, sentence, standing } from "./replay/words.js";
import { say } from "./words.js";

const root = document.getElementById("replay");
const slider = root.querySelector("input");

function element(name, text, ...classes) {
  const made = document.createElement(name);
  made.textContent = text;
  made.classList.add(...classes);
  return made;
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
function board(kingdom, state, touched) {
  const { rules, players } = state;
  const origins = rules.game === "origins";
  const whole = players.length === 2 && (origins || rules.mighty_duel);
  const limit = rules.no_limit ? null : whole ? 7 : 5;
  const label = say("board.label", { name: nameOf(state, kingdom.seat) });
  const drawn = drawKingdom(kingdom, { limit, origins, label });
  mark(drawn, kingdom.cells.filter(touched), "touched");
  const table = document.createElement("details");
  table.append(element("summary", say("board.as-table")), kingdomTable(kingdom, { limit, origins, caption: label }));
  return [drawn, table];
}

function show(index) {
  const { version, event, state } = frames[index];
  document.getElementById("event").textContent = `${version}. ${sentence(frames, index)}`;
  document.getElementById("lines").textContent =
    `Round ${state.round} of ${state.rounds}, ${state.status}. ` +
    line("Current line", state.line, state) + line("Next line", state.next_line, state) + turn(state);
  document.getElementById("table").textContent = onTheTable(state);
  const kingdoms = state.kingdoms.map((kingdom) => {
    const place = state.ranking?.findIndex((seats) => seats.includes(kingdom.seat)) ?? -1;
    const box = element("section", "", "kingdom", "card");
    const first = place < 0 ? "" : `, place ${1 + state.ranking.slice(0, place).flat().length}`;
    const who = nameOf(state, kingdom.seat) + standing(state, kingdom.seat);
    box.append(element("h2", `${who}: ${kingdom.score.total} points${first}`));
    box.append(...board(kingdom, state, touchedBy(event, kingdom.seat)));
    return box;
  });
  document.getElementById("kingdoms").replaceChildren(...kingdoms);
}

const { frames, fault } = await (await fetch(root.dataset.frames)).json();

function go(index) {
  const bounded = Math.min(Math.max(index, 0), frames.length - 1);
  slider.value = bounded + 1;
  history.replaceState(null, "", `#m${bounded + 1}`);
  show(bounded);
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
