// The collapsed parts of the form of a new game: each summarizes its choices in one line.

import { say } from "../shared/words.js";

const TOLD = ["policy", "visibility"]; // summarized even with the first choice

// True if the summary names the choice. The first choice is the default and is left out, except for the fields in TOLD.
function isTold(input) {
  if (input.disabled || input.closest("[hidden]")) return false;
  return TOLD.includes(input.name) || input.type === "checkbox" || input.form.elements[input.name][0] !== input;
}

// The durations of a clock, with their units.
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
