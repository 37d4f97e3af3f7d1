// Steps through a game by the states of its replay; the address holds the version (#m17).

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
  return state.players[seat]?.name ?? `Seat ${seat}`;
}

function wordsFor({ event, state }) {
  const who = event.seat === null ? "" : nameOf(state, event.seat);
  const { domino, x, y, direction, dominoes } = event.data;
  const words = {
    GameCreated: () => "The table is opened",
    PlayerSeated: () => `${who} takes seat ${event.seat}`,
    GameStarted: () => "The game starts",
    KingDrawn: () => `A king of ${who} is drawn`,
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

function board(kingdom, placed) {
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
        square.textContent = "castle";
        square.className = "castle";
      } else if (cell) {
        square.textContent = cell.terrain;
        square.className = cell.terrain;
        square.title = `${cell.terrain}, ${cell.crowns} crowns, domino ${cell.domino}`;
        square.append(element("small", `${cell.domino} ${"♛".repeat(cell.crowns)}`));
        if (cell.domino === placed) square.classList.add("new");
      }
    }
  }
  return table;
}

function show(frame) {
  const { event, state } = frame;
  document.getElementById("event").textContent = `${frame.version}. ${wordsFor(frame)}`;
  document.getElementById("lines").textContent =
    `Round ${state.round} of ${state.rounds}, ${state.status}. ` +
    line("Current line", state.line, state) + line("Next line", state.next_line, state);
  const placed = event.type === "DominoPlaced" ? event.data.domino : null;
  const kingdoms = state.kingdoms.map((kingdom) => {
    const place = state.ranking?.findIndex((seats) => seats.includes(kingdom.seat)) ?? -1;
    const box = element("section", "", "kingdom");
    const first = place < 0 ? "" : `, place ${1 + state.ranking.slice(0, place).flat().length}`;
    box.append(element("h2", `${nameOf(state, kingdom.seat)}: ${kingdom.score.total} points${first}`));
    box.append(board(kingdom, placed));
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
