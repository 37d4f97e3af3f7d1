// Importing a game as a study: its text is pasted, or read from a file. The service checks it; a fault is marked in the text.

import { data } from "../../shared/data.js";
import { present } from "../../shared/seats/opening.js";
import { api, me } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { keepBell } from "../../live/bell.js";
import { offerToDelete } from "./mine.js";

const { most } = data("notation"); // bytes
const LINES_ABOVE = 5; // lines in view above the wrong one
/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#import");
const { text: field, file, name } = form.elements;
const told = document.getElementById("refused");
const send = form.querySelector("button");

// Normalizes a text for the notation: editors use other line endings, and may omit the last one.
function tidied(text) {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .trimEnd();
  return lines && `${lines}\n`;
}

function offsetOf(text, { line, column }) {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
}

// Select the wrong word, or the text at which something is missing, and scroll it to the middle.
function mark({ line, column }) {
  const start = Math.min(offsetOf(field.value, { line, column }), field.value.length);
  const length = /^\S*/.exec(field.value.slice(start))[0].length;
  field.setAttribute("aria-invalid", "true");
  field.focus();
  field.setSelectionRange(start, start + Math.max(length, 1));
  field.scrollTop = (line - LINES_ABOVE) * Number.parseFloat(getComputedStyle(field).lineHeight);
}

function refuse(words) {
  told.textContent = words;
}

function wordsOf({ code, message, body }) {
  if (!body?.line) return message;
  const { line, column, turn } = body;
  const reason = message.replace(/^line \d+, column \d+(, turn \d+)?: ([a-z]+\/[a-z-]+: )?/, "");
  return say(turn ? "import.wrong-turn" : "import.wrong", { line, column, turn, reason, code: body.rule ?? code });
}

async function importText() {
  field.value = tidied(field.value);
  field.removeAttribute("aria-invalid");
  refuse("");
  if (!field.value) {
    refuse(say("import.empty"));
    field.focus();
    return;
  }
  await present(name);
  const { id } = await api("/studies", { method: "POST", body: { text: field.value } });
  location.assign(`/studies/${id}`);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  send.disabled = true;
  form.setAttribute("aria-busy", "true");
  try {
    await importText();
  } catch (problem) {
    refuse(wordsOf(problem));
    if (problem.body?.line) mark(problem.body);
  }
  send.disabled = false;
  form.setAttribute("aria-busy", "false");
  name.closest("label").hidden = me() !== null;
});

// Read a file into the field, or show why it is not a text.
async function read(chosen) {
  if (!chosen) return;
  if (chosen.size > most) {
    refuse(say("import.large", { name: chosen.name, size: chosen.size, most }));
    return;
  }
  try {
    field.value = new TextDecoder("utf-8", { fatal: true }).decode(await chosen.arrayBuffer());
    refuse("");
  } catch {
    refuse(say("import.no-text", { name: chosen.name }));
  }
}

file.addEventListener("change", () => read(file.files[0]));
field.addEventListener("dragover", (event) => event.preventDefault());
field.addEventListener("drop", (event) => {
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  read(event.dataTransfer.files[0]);
});
form.hidden = false;
const mine = document.querySelector(".studies");
if (mine) offerToDelete(mine);

keepBell();
