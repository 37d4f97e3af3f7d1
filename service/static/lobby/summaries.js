// The collapsed parts of the form of a new game: each summarizes its choices in one line.

import { digits } from "../shared/formats.js";
import { say, sequence } from "../shared/words.js";

const TOLD = ["pace", "policy", "visibility"]; // summarized even with the first choice

const OWN = "own"; // the pace of which the time control is summarized

// True if the summary names the choice. The usual one, or else the first, is left out, except for the fields in TOLD.
function isTold(input) {
  if (input.disabled || input.closest("[hidden]") || input.value === OWN) return false;
  if (TOLD.includes(input.name) || input.type === "checkbox") return true;
  const same = /** @type {HTMLInputElement[]} */ ([...input.form.elements[input.name]]);
  return input !== (same.find(({ dataset }) => "usual" in dataset) ?? same[0]);
}

// The durations of a clock, with their units.
function lengths({ name, form }) {
  if (name !== "policy") return "";
  const unit = form.elements.unit.selectedOptions[0].textContent;
  const numbers = form.querySelectorAll("[data-policies]:not([hidden]) > input[type=number]");
  return numbers.length ? ` (${sequence([...numbers].map(({ value }) => `${digits(value)} ${unit}`))})` : "";
}

function words(input) {
  return input.closest("label").querySelector("b").textContent + lengths(input);
}

/** @type {(form: HTMLFormElement) => void} */
export function showChosen(form) {
  for (const fold of form.querySelectorAll(".fold")) {
    const chosen = [...fold.querySelectorAll("input:checked")].filter(isTold);
    fold.querySelector(".chosen").textContent = chosen.length ? sequence(chosen.map(words)) : say("new.usual");
  }
}
