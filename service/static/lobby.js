// The lobby: a game against bots at once, a seat at an open table, and the games of whoever is here.

import { element } from "./elements.js";
import { nameOf } from "./names.js";
import { going, join, open, present } from "./opening.js";
import { api, me } from "./session.js";
import { listed, say } from "./words.js";

const BOT = "steady";
const told = document.getElementById("told");
const quick = document.getElementById("quick");

function rulesOf(kind) {
  return kind === "kingdomino" ? { game: kind } : { game: "origins", mode: kind };
}

async function start({ name, kind, bots }) {
  await present(name);
  const others = Number(bots.value);
  const body = { players: others + 1, rules: rulesOf(kind.value) };
  return open("games", body, Array(others).fill(BOT));
}

function stateOf({ status, waiting, to_act: turn, players, seats }) {
  if (waiting) return say("lobby.your-turn");
  if (status === "open") return say("lobby.open", { count: seats - players.length });
  return turn ? say("lobby.turn-of", { name: nameOf(players[turn.seat]) }) : say(`lobby.${status}`);
}

function deadlineOf({ deadline }) {
  if (deadline === null) return [];
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  return [element("p", { class: "muted" }, say("lobby.deadline", { time: time.format(deadline) }))];
}

function card(game) {
  const others = game.players.filter(({ player }) => player !== me().id).map(nameOf);
  const link = element("a", { href: `/games/${game.id}` }, say(`lobby.${game.rules.game}`));
  return element("li", { class: game.waiting ? "card waiting" : "card" },
    element("div", { class: "card-head" }, element("h3", {}, link),
      element("span", { class: "muted" }, say("lobby.round", { round: game.round, rounds: game.rounds }))),
    element("p", { class: "muted" }, others.length ? say("lobby.with", { names: listed(others) }) : say("lobby.alone")),
    element("p", {}, game.waiting ? element("strong", {}, stateOf(game)) : stateOf(game)),
    ...deadlineOf(game));
}

async function showMine() {
  const { games } = await api("/me/games?limit=12");
  const mine = document.getElementById("mine");
  mine.querySelector("ul").replaceChildren(...games.map(card));
  mine.hidden = games.length === 0;
  if (games[0]?.waiting) document.getElementById("main").prepend(mine);
  const next = document.getElementById("next");
  next.hidden = !games[0]?.waiting;
  if (!next.hidden) next.href = `/games/${games[0].id}`;
}

function takeSeats() {
  for (const button of document.querySelectorAll("#open button")) {
    button.hidden = false;
    button.addEventListener("click", () => going(told, say("lobby.joining"), [button], async () => {
      await present(quick.elements.name);
      return join(button.dataset.game);
    }));
  }
}

if (quick) {
  quick.hidden = false;
  quick.querySelector("[data-guest]").hidden = me() !== null;
  quick.addEventListener("submit", (event) => {
    event.preventDefault();
    going(told, say("lobby.opening"), quick.querySelectorAll("button"), () => start(quick.elements));
  });
  takeSeats();
  if (me()) showMine().catch((problem) => { told.textContent = problem.message; });
}
