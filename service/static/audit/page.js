// Checks a game's bundle in the browser and shows the verdicts.

import { parted } from "./verdicts/sent.js";
import { auditedFile } from "./verdicts/series.js";
import { keepBell } from "../live/bell.js";
import { attemptsAt } from "../shared/kept/attempts.js";
import { seenBefore } from "../shared/kept/seen.js";
import { receiptsOf } from "../shared/kept/receipts.js";
import { showSent } from "../shared/seats/sent.js";
import { me } from "../shared/session.js";
import { say } from "../shared/words.js";

const root = document.getElementById("audit");
const summary = document.getElementById("summary");
/** @type {HTMLTableElement} */
const table = document.querySelector("#verdicts");
const bad = document.getElementById("bad");
const gamesPlace = document.getElementById("games");
/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#compare");
const { game, bundle, replay, keys } = root.dataset;
const versions = JSON.parse(root.dataset.rulesVersions);
const ICONS = { pass: "✓", fail: "✗", "not shown": "–" };
const outcomeWords = (outcome) => say(`audit.outcome.${outcome}`);

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

function row(scope, title, outcome, text) {
  const made = document.createElement("tr");
  const words = element("span", "", { class: `outcome ${outcome.replace(" ", "-")}` });
  words.append(element("span", ICONS[outcome], { "aria-hidden": "true" }), ` ${outcomeWords(outcome)}`);
  const cell = document.createElement("td");
  cell.append(words);
  if (text) cell.append(" ", element("span", text, { class: "found" }));
  made.append(element("th", title, { scope }), cell);
  return made;
}

function group({ name, outcome, checks }) {
  const body = document.createElement("tbody");
  body.append(row("rowgroup", name, outcome, ""));
  body.append(...checks.map(({ title, outcome, text }) => row("row", title, outcome, text)));
  return body;
}

function showBad(event, audited) {
  bad.hidden = event === null;
  if (event === null) return;
  const [words, json] = bad.querySelectorAll("p, pre");
  words.textContent = `${say("audit.event", { version: event.version, type: event.type })} `;
  if (audited === game && replay) {
    words.append(element("a", say("audit.replay"), { href: `${replay}#m${event.version}` }));
  }
  json.textContent = event.text;
}

// The failed games of a series, each with a link to its own audit.
function showGames(games) {
  const failed = games
    .map(({ game: id, verdicts }, index) => ({ id, number: index + 1, verdicts }))
    .filter(({ verdicts }) => verdicts.some(({ outcome }) => outcome === "fail"));
  const list = gamesPlace.querySelector("ol");
  list.replaceChildren(
    ...failed.map(({ id, number, verdicts }) => {
      const item = element("li", "", { value: String(number) });
      const wrong = verdicts.filter(({ outcome }) => outcome === "fail").map(({ name }) => name);
      item.append(id ? element("a", id, { href: `/games/${id}/audit${location.search}` }) : "?", ` ${wrong.join(", ")}`);
      return item;
    }),
  );
  gamesPlace.hidden = failed.length === 0;
}

function show({ verdicts, bad: event, game: audited, games = [] }) {
  for (const body of [...table.tBodies]) body.remove();
  table.append(...verdicts.map(group));
  table.hidden = false;
  showBad(event, audited);
  showGames(games);
  summary.textContent = verdicts
    .map(({ name, outcome }) => say("audit.verdict", { name, outcome: outcomeWords(outcome) }))
    .join(" ");
}

function showNothing(text) {
  table.hidden = true;
  bad.hidden = true;
  gamesPlace.hidden = true;
  summary.textContent = text;
}

async function fetched(address) {
  const answer = await fetch(address);
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.detail ?? say("session.strange", { status: answer.status }));
}

// The public keys that the service lists, or null if it lists none.
async function listedKeys() {
  try {
    return (await (await fetched(keys)).json()).keys.map(({ public_key: key }) => key);
  } catch {
    return null;
  }
}

// The receipts of this game that this browser stores for its player; shows their number.
async function receiptsHere() {
  const receipts = me() ? await receiptsOf(me().id, game) : [];
  if (receipts.length > 0) document.getElementById("kept").textContent = say("audit.kept", { count: receipts.length });
  return receipts.map(({ line }) => line);
}

// A browser keeps a large blob on its disk.
async function bundleHere() {
  return (await fetched(bundle)).blob();
}

// What to compare with: the pasted lines, and what this browser keeps of the game; `chosen` is a file, which may be of any game.
async function comparing(chosen) {
  const { held, own } = form.elements;
  const { attempts, rest } = parted(held.value.trim());
  const kept = chosen ? [] : await keptReceipts;
  const sent = async (id) => [...(await attemptsAt(id)), ...attempts.filter(({ table }) => table === id)];
  const compared = { held: [...kept, rest].join("\n").trim(), own: own.value.trim(), sent, seen: seenBefore };
  return { game: chosen ? null : game, ...compared, listed: await listed, versions, now: Date.now() };
}

const listed = listedKeys();
const keptReceipts = receiptsHere();
let turn = 0;

// Shows only the latest of several checks.
async function run() {
  turn += 1;
  const mine = turn;
  const [chosen] = form.elements.file.files;
  summary.textContent = say("audit.checking");
  root.setAttribute("aria-busy", "true");
  const seenGames = (count) => {
    if (mine === turn) summary.textContent = say("audit.checking-games", { count });
  };
  let done;
  try {
    const found = await auditedFile(chosen ?? (await bundleHere()), { ...(await comparing(chosen)), seenGames });
    done = () => show(found);
  } catch (problem) {
    done = () => showNothing(say("audit.unreadable", { why: problem.message }));
  }
  if (mine !== turn) return;
  done();
  root.setAttribute("aria-busy", "false");
}

if (globalThis.crypto?.subtle) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  form.addEventListener("reset", () => setTimeout(run));
  form.elements.file.addEventListener("change", run);
  run();
} else {
  showNothing(say("audit.no-crypto"));
}

attemptsAt(game).then(showSent);
keepBell();
