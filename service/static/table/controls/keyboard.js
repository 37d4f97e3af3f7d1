// The keys of the present task, wherever the focus is, except on elements that use the keys themselves.

import { prefers } from "../../shared/preferences.js";

const TYPED = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable], dialog";
const PRESSED = "a, button, summary"; // elements that use Enter and Space
const SCROLLED = "input, [role=group][tabindex]"; // elements that use the arrows
const SPACE = " ";
const ENTER = "Enter";

function isTaken({ key, target, isComposing }, root) {
  if (isComposing || !(target instanceof Element) || target.closest(TYPED)) return true;
  if (target !== document.body && !root.contains(target)) return true;
  if (key === ENTER || key === SPACE) return target.closest(PRESSED) !== null;
  return key.startsWith("Arrow") && target.closest(SCROLLED) !== null;
}

// True if a key is a single character. Users of speech input can press such keys by accident (WCAG 2.1.4), so they can be
// switched off.
export function isOff({ key }) {
  return key.length === 1 && key !== SPACE && !prefers("keys");
}

// Enter on a domino of the line chooses it, or confirms if it is chosen; only Space and a click undo the choice.
function pickedBy({ key, target }) {
  const pick = key === ENTER && target instanceof Element && target.closest(".pick");
  return pick ? Number(pick.closest("[data-domino]").getAttribute("data-domino")) : null;
}

// Pass the keys pressed in `root`, or without a focus, to the present task.
export function listenToKeys(page, presses, root) {
  document.addEventListener("keydown", (press) => {
    const task = presses.current();
    if (
      !task ||
      !page.root.isConnected ||
      press.ctrlKey ||
      press.metaKey ||
      press.altKey ||
      isOff(press) ||
      document.querySelector("dialog[open]")
    )
      return;
    const domino = root.contains(press.target) ? pickedBy(press) : null;
    if (domino === null && isTaken(press, root)) return;
    if (press.repeat && press.key === ENTER) {
      press.preventDefault(); // held, it would confirm what it laid
      return;
    }
    if (press.repeat && !presses.holdsKey(press)) return;
    if (domino !== null) task.enterOn(domino);
    else if (!task.key(press.key, press.shiftKey)) return;
    press.preventDefault();
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (isLost || (press.key.startsWith("Arrow") && task.lit.length)) page.board.focus({ preventScroll: true });
  });
}
