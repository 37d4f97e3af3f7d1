// Shows what was found in a bundle: one sentence, the verdicts with their checks, the first bad event, and the failed games of a series.

import { listed, say, sequence } from "../shared/words.js";

const root = document.getElementById("audit");
const summary = document.getElementById("summary");
const unshown = document.getElementById("unshown");
/** @type {HTMLTableElement} */
const table = document.querySelector("#verdicts");
const bad = document.getElementById("bad");
const gamesPlace = document.getElementById("games");
const { game, replay } = root.dataset;
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
      const link = root.hasAttribute("data-bundle") && id;
      item.append(link ? element("a", id, { href: `/games/${id}/audit${location.search}` }) : (id ?? "?"), ` ${sequence(wrong)}`);
      return item;
    }),
  );
  gamesPlace.hidden = failed.length === 0;
}

// One sentence: whether everything that can be checked is in order, or what is not.
function sentenceOf(verdicts) {
  const wrong = named(verdicts, "fail");
  return wrong.length === 0 ? say("audit.in-order") : say("audit.not-in-order", { names: listed(wrong) });
}

const named = (verdicts, outcome) => verdicts.filter((each) => each.outcome === outcome).map(({ name }) => name);

export function show({ verdicts, bad: event, game: audited, games = [] }) {
  for (const body of [...table.tBodies]) body.remove();
  table.append(...verdicts.map(group));
  table.hidden = false;
  showBad(event, audited);
  showGames(games);
  const rest = named(verdicts, "not shown");
  unshown.textContent = rest.length === 0 ? "" : say("audit.not-shown", { names: listed(rest) });
  summary.textContent = sentenceOf(verdicts);
}

export function showNothing(text) {
  table.hidden = true;
  bad.hidden = true;
  gamesPlace.hidden = true;
  unshown.textContent = "";
  summary.textContent = text;
}

export function showProgress(text) {
  summary.textContent = text;
}
