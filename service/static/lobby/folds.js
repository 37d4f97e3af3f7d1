// The parts of the form of a new game that are folded up: each says in one line what is chosen in it.

import { say } from "../shared/words.js";

const TOLD = ["policy", "visibility"]; // even where it is the first choice

// The first of several is the usual one: it is told of where it says more than that nothing was chosen.
function isTold(input) {
  if (input.disabled || input.closest("[hidden]")) return false;
  return TOLD.includes(input.name) || input.type === "checkbox" || input.form.elements[input.name][0] !== input;
}

// The lengths of time of a clock, in the unit that they are counted in.
function lengths({ name, form }) {
  if (name !== "policy") return "";
  const unit = form.elements.unit.selectedOptions[0].textContent;
  const numbers = form.querySelectorAll("[data-policies]:not([hidden]) > input[type=number]");
  return numbers.length ? ` (${[...numbers].map(({ value }) => `${value} ${unit}`).join(", ")})` : "";
}

function words(input) {
  return input.closest("label").querySelector("b").textContent + lengths(input);
}

/** @type {(form: HTMLFormElement) => void} */
export function showChosen(form) {
  for (const fold of form.querySelectorAll(".fold")) {
    const chosen = [...fold.querySelectorAll("input:checked")].filter(isTold);
    fold.querySelector(".chosen").textContent = chosen.length ? chosen.map(words).join(", ") : say("new.usual");
  }
}
