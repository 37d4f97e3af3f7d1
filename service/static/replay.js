// Steps through a game by the states of its replay; the address holds the version (#m17).

import { count, nameOf, plain, sentence, standing } from "./replay/words.js";

const root = document.getElementById("replay");
const slider = root.querySelector("input");
const FIRE = "★";
const CRATER = "◯";

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

function cellWords(cell) {
  const { terrain, crowns, fires, token, craters, resource, caveman, domino } = cell;
  const parts = [terrain];
  if (crowns !== undefined) parts.push(count(crowns, "crown"));
  if (fires) parts.push(count(fires, "printed fire"));
  if (token) parts.push(`a token of ${count(token, "fire")}`);
  if (craters) parts.push(count(craters, "crater"));
  if (resource) parts.push(resource);
  if (caveman) parts.push(plain(caveman));
  return `${parts.join(", ")}, domino ${domino}`;
}

function signs({ crowns = 0, fires = 0, craters = 0 }) {
  return "♛".repeat(crowns) + FIRE.repeat(fires) + CRATER.repeat(craters);
}

function pieces({ token, resource, caveman }) {
  const made = [];
  if (token) made.push(element("b", FIRE.repeat(token), "token"));
  if (resource) made.push(element("b", resource, "resource"));
  if (caveman) made.push(element("b", caveman.replace("_", " ").replace(/(\d)$/, " $1"), "caveman"));
  return made;
}

function totemHolders(totems, state) {
  return Object.entries(totems).map(([resource, seat]) =>
    `${resource} ${seat === null ? "on the table" : nameOf(state, seat)}`);
}

function onTheTable(state) {
  const { rules, totems, board, stack_left: left } = state;
  const signs = `${FIRE} is a fire, on white one of a token; ${CRATER} is a crater.`;
  if (rules.game !== "origins") return "";
  if (rules.mode === "totem") return `Totems: ${totemHolders(totems, state).join(", ")}. ${signs}`;
  if (rules.mode === "tribe") {
    return `Cave board: ${board.map(plain).join(", ") || "empty"}; ${left} face down. ${signs}`;
  }
  return signs;
}

function board(kingdom, start, touched) {
  const xs = kingdom.cells.map((cell) => cell.x).concat(0);
  const ys = kingdom.cells.map((cell) => cell.y).concat(0);
  const at = new Map(kingdom.cells.map((cell) => [`${cell.x},${cell.y}`, cell]));
  const table = element("table", "", "board");
  for (let y = Math.max(...ys); y >= Math.min(...ys); y -= 1) {
    const row = table.insertRow();
    for (let x = Math.min(...xs); x <= Math.max(...xs); x += 1) {
      const square = row.insertCell();
      const cell = at.get(`${x},${y}`);
      if (x === 0 && y === 0) {
        square.textContent = start;
        square.className = "castle";
      } else if (cell) {
        square.textContent = cell.terrain;
        square.className = cell.terrain;
        square.title = cellWords(cell);
        square.append(element("small", `${cell.domino} ${signs(cell)}`), ...pieces(cell));
        if (touched(cell)) square.classList.add("new");
      }
    }
  }
  return table;
}

// Which squares of a seat's kingdom the event was about.
function touchedBy({ type, seat, data }, own) {
  if (seat !== own) return () => false;
  if (type === "DominoPlaced") return (cell) => cell.domino === data.domino;
  if (type === "FirePlaced" || type === "CavemanPut") return (cell) => cell.x === data.x && cell.y === data.y;
  if (type === "CavemanPaid") return (cell) => data.squares.some(([x, y]) => cell.x === x && cell.y === y);
  return () => false;
}

function show(index) {
  const { version, event, state } = frames[index];
  document.getElementById("event").textContent = `${version}. ${sentence(frames, index)}`;
  document.getElementById("lines").textContent =
    `Round ${state.round} of ${state.rounds}, ${state.status}. ` +
    line("Current line", state.line, state) + line("Next line", state.next_line, state) + turn(state);
  document.getElementById("table").textContent = onTheTable(state);
  const start = state.rules.game === "origins" ? "hut" : "castle";
  const kingdoms = state.kingdoms.map((kingdom) => {
    const place = state.ranking?.findIndex((seats) => seats.includes(kingdom.seat)) ?? -1;
    const box = element("section", "", "kingdom");
    const first = place < 0 ? "" : `, place ${1 + state.ranking.slice(0, place).flat().length}`;
    const who = nameOf(state, kingdom.seat) + standing(state, kingdom.seat);
    box.append(element("h2", `${who}: ${kingdom.score.total} points${first}`));
    box.append(board(kingdom, start, touchedBy(event, kingdom.seat)));
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
