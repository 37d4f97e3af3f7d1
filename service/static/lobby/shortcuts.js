// Choices that set other fields of their form: variants set fields of the rules, paces those of the clock, presets several fields.

import { MEANINGLESS } from "./choices.js";

/** @type {(form: HTMLFormElement & { elements: any }, name: string, value: string) => void} */
function set(form, name, value) {
  const field = form.elements[name];
  if (field.type === "checkbox") field.checked = value !== "";
  else field.value = value;
}

// Set these fields, and those that a field set by them sets in turn.
export function settle(form, values) {
  for (const [name, value] of Object.entries(values)) {
    set(form, name, value);
    const chosen = form.querySelector(`[name="${name}"][data-sets]:checked`);
    if (chosen) settle(form, setBy(chosen));
  }
}

// The values that a choice sets; none if it is no such choice.
export function setBy(input) {
  return JSON.parse(input.dataset.sets ?? "{}");
}

// Disable the variants that conflict with another choice, with the reason.
export function showVariants(choices) {
  for (const input of choices.found("[name=variant]")) {
    const sets = setBy(input);
    const conflict = choices.exclusions.find(
      ({ code, field, value, by, at }) =>
        code !== MEANINGLESS && sets[field] === value && !(by in sets) && choices.chosen(by, at),
    );
    input.disabled = conflict !== undefined;
    input.closest("label").querySelector(".reason").textContent = conflict?.reason ?? "";
  }
}
