// The choices of a form for new games: those that conflict are disabled with the reason, and parts without meaning are hidden.

import { data } from "../shared/data.js";

export const MEANINGLESS = "rules/meaningless";

export class Choices {
  /** @param {HTMLFormElement & { elements: any }} form */
  constructor(form) {
    this.form = form;
    this.exclusions = data("exclusions");
  }

  /** @type {(selector: string) => HTMLInputElement[]} */
  found(selector) {
    return Array.from(this.form.querySelectorAll(selector));
  }

  inputs() {
    return this.found(".option input");
  }

  chosen(field, value) {
    const inputs = this.inputs();
    return inputs.some((input) => input.name === field && input.value === value && input.checked && !input.disabled);
  }

  reasonsFor(input, code) {
    return this.exclusions.filter(
      (exclusion) =>
        exclusion.field === input.name &&
        exclusion.value === input.value &&
        (exclusion.code === MEANINGLESS) === code &&
        this.chosen(exclusion.by, exclusion.at),
    );
  }

  // Options without meaning in the chosen game are hidden; options in conflict with another choice are shown, but disabled.
  settle() {
    for (const input of this.inputs()) input.disabled = false;
    for (const input of this.inputs()) {
      const away = this.reasonsFor(input, true).length > 0;
      labelOf(input).hidden = away;
      input.disabled = away;
    }
    const greyed = this.inputs()
      .filter(({ disabled }) => !disabled)
      .map((input) => [input, this.reasonsFor(input, false)]);
    for (const [input, [exclusion]] of greyed) {
      input.disabled = exclusion !== undefined;
      labelOf(input).querySelector(".reason").textContent = exclusion?.reason ?? "";
    }
    /** @type {NodeListOf<HTMLElement>} */
    const options = this.form.querySelectorAll(".option");
    for (const option of options) {
      option.hidden = !option.querySelector("label:not([hidden])");
    }
  }

  // Parts of the form that apply only to some kinds of clock.
  showClock() {
    /** @type {NodeListOf<HTMLElement>} */
    const parts = this.form.querySelectorAll("[data-policies]");
    for (const part of parts) {
      part.hidden = !part.dataset.policies.split(" ").includes(this.form.elements.policy.value);
      for (const input of part.querySelectorAll("input")) input.disabled = part.hidden;
    }
  }
}

/** @type {(input: HTMLInputElement) => HTMLElement} */
export function labelOf(input) {
  return input.closest("label");
}
