// The form of a new tournament: templates, choices that conflict, and the regulations in words, which the server writes.

import { keepBell } from "../live/bell.js";
import { Choices } from "../lobby/choices.js";
import { showChosen } from "../lobby/summaries.js";
import { data } from "../shared/data.js";
import { takeDigits } from "../shared/typed.js";

const GATHERING = 300; // ms

/** @type {HTMLFormElement & { elements: any }} */
const form = document.querySelector("#new");
const choices = new Choices(form);
let soon = null;
let requests = 0;

// The fields of some kinds of tournament only.
function showKind() {
  const { value } = form.elements.kind;
  /** @type {NodeListOf<HTMLElement>} */
  const parts = form.querySelectorAll("[data-kinds]");
  for (const part of parts) part.hidden = !part.dataset.kinds.split(" ").includes(value);
}

// A template sets its own fields; the name stays.
function settleBy(template) {
  for (const [name, value] of Object.entries(data("presets")[template])) {
    if (form.elements[name]) form.elements[name].value = value;
  }
}

// What the choices mean, in the words of the server.
async function sayInWords() {
  requests += 1;
  const number = requests;
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const answer = await fetch(`${form.action}?${query}`).catch(() => null);
  if (!answer?.ok || number !== requests) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("in-words").replaceChildren(...page.getElementById("in-words").childNodes);
}

function show() {
  choices.settle();
  choices.showClock();
  showKind();
  showChosen(form);
}

form.addEventListener("change", ({ target }) => {
  const { name, value } = /** @type {HTMLInputElement} */ (target);
  if (name === "template") settleBy(value);
  show();
  clearTimeout(soon);
  soon = setTimeout(sayInWords, GATHERING);
});
show();

keepBell();
takeDigits();
