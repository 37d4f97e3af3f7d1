// The bar under one's fingers: what is to be done, the domino in hand, and the buttons.

import { drawDomino } from "../../board/domino.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { picture } from "../showing/camp.js";

/** @typedef {{ kind?: string, shape?: string, pressed?: boolean, disabled?: boolean }} Look */

/** @type {(key: string, text: string, run: (event: Event) => void, look?: Look) => HTMLElement} */
export function button(key, text, run, { kind = "button", shape, pressed, disabled } = {}) {
  const made = element(
    "button",
    {
      class: kind,
      type: "button",
      "data-key": key,
      ...(pressed !== undefined && { "aria-pressed": pressed }),
      ...(disabled && { disabled: "" }),
    },
    ...(shape ? [picture(shape)] : []),
    element("span", {}, text),
  );
  made.addEventListener("click", run);
  return made;
}

function hand(task, focusBoard) {
  if (task.hand === null) return [];
  const made = element(
    "button",
    { class: `hand ${task.direction}`, type: "button", "data-key": "hand" },
    drawDomino(task.hand, task.table.origins),
    element("span", { class: "visually-hidden" }, task.handWords),
  );
  made.addEventListener("click", () => {
    if (task.trial === null) task.step([0, 0]);
    focusBoard();
  });
  made.hidden = task.laid;
  return [made];
}

// The place of faults stays in the bar: a screen reader says what comes into it.
function fill({ bar, fault }, ...content) {
  for (const part of [...bar.children]) if (part !== fault) part.remove();
  bar.append(...content);
}

// Show the task, none where `task` is null; `busy` while a move is on its way, `more` are further buttons, `failure` and
// `note` what is said about plans.
export function showBar(page, task, { busy, more, failure, note = "" }) {
  const notices = [failure, note].filter(Boolean).map((text) => element("p", { class: "notice" }, text));
  page.bar.classList.toggle("idle", !task && more.length + notices.length === 0);
  if (!task) {
    fill(page, ...notices, element("div", { class: "buttons" }, ...more));
    return;
  }
  const choices = task.choices.map(({ key, text, run, ...look }) => button(key, text, run, { ...look, disabled: busy }));
  const back = button("back", say("table.back"), () => task.back(), { shape: "icon-back", disabled: busy || !task.started });
  const confirm = button("confirm", task.ready ? task.summary : say("table.confirm"), () => task.hooks.confirm(), {
    kind: "button primary",
    disabled: busy || !task.ready,
  });
  fill(
    page,
    ...notices,
    ...hand(task, () => page.board.focus()),
    element("p", { class: "words" }, task.heading),
    element("div", { class: "buttons" }, ...choices, ...(task.asks && task.choices.length === 0 ? [] : [back]), confirm, ...more),
  );
}
