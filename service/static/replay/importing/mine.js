// The viewer's studies: each can be deleted.

import { api } from "../../shared/session.js";
import { say } from "../../shared/words.js";
import { sure } from "../../table/controls/sure.js";

async function remove(item, study, told) {
  if (!(await sure(say("import.sure"), say("import.delete")))) return;
  try {
    await api(`/studies/${study}`, { method: "DELETE" });
    const next = item.nextElementSibling ?? item.previousElementSibling;
    item.remove();
    told.textContent = say("import.deleted");
    (next?.querySelector("a") ?? told).focus();
  } catch (problem) {
    told.textContent = problem.message;
  }
}

// Activate the buttons of the list.
export function offerToDelete(list) {
  const told = list.nextElementSibling;
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = list.querySelectorAll("[data-study]");
  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", () => remove(button.closest("li"), button.dataset.study, told));
  }
}
