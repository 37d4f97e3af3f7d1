// The bar: the instruction, the domino in hand, and the buttons.

import { drawDomino } from "../../board/domino.js";
import { gainText, hasHints, previewParts } from "../../board/hints.js";
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
    if (task.trial === null) task.enter();
    focusBoard();
  });
  made.hidden = task.laid;
  return [made];
}

// The place for the gain of the trial; it exists from the start, so that nothing moves.
function preview(task) {
  if (!task.gains?.size || !hasHints(task.table)) return [];
  return [element("p", { class: "preview" }, ...previewOf(task))];
}

function previewOf({ brings, table }) {
  if (!brings) return [];
  const parts = previewParts(brings.preview, table.origins).map((part) => element("span", {}, part));
  return [element("b", { class: "gain" }, gainText(brings.gain)), ...parts.flatMap((part) => [" ", part])];
}

// Show the gain of the domino on trial in the bar.
export function showPreview(page, task) {
  page.bar.querySelector(".preview")?.replaceChildren(...previewOf(task));
}

// The place of errors stays in the bar, as a live region for screen readers.
function fill({ bar, fault }, ...content) {
  for (const part of [...bar.children]) if (part !== fault) part.remove();
  bar.append(...content);
}

// Show the task, if not null; `busy` is true while a move is being sent, `waits` if it was made without a connection, `more` are
// further buttons, `failure` and `note` are texts about plans.
export function showBar(page, task, { busy, waits = false, more, failure, note = "" }) {
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
    disabled: busy || !task.ready || task.isNew,
  });
  fill(
    page,
    ...notices,
    ...hand(task, () => page.board.focus()),
    ...(waits ? [] : [element("p", { class: "words" }, task.heading)]),
    ...preview(task),
    element(
      "div",
      { class: "buttons" },
      ...choices,
      ...(waits || (task.asks && task.choices.length + task.lit.length === 0) ? [] : [back]), // `more` takes back what waits
      confirm,
      ...more,
    ),
  );
}
