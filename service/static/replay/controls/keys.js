// The keys of the replay, wherever the focus is, except on elements that use the keys themselves.

const TYPED = "input:not([type=range]), select, textarea, dialog, [role=application], #what-if, #comments";
const PRESSED = "button, a, summary"; // elements that use the space bar
const SCROLLED = "[role=group][tabindex]";
const COVERED = "#what-if:not([hidden])"; // replaces the replay's view, so keys do not step

const rightToLeft = () => document.documentElement.dir === "rtl";

const STEPS = {
  ArrowLeft: () => (rightToLeft() ? "forward" : "back"),
  ArrowRight: () => (rightToLeft() ? "back" : "forward"),
  Home: () => "first",
  End: () => "last",
  PageUp: () => "round-back",
  PageDown: () => "round-forward",
  " ": () => "play",
};
const SHIFTED = { forward: "event-forward", back: "event-back" };

// The step for a key, undefined for none.
function stepOf({ key, shiftKey }) {
  const step = STEPS[key]?.();
  return shiftKey ? SHIFTED[step] : step;
}

function isTaken({ key, target }) {
  if (document.querySelector(COVERED)) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPED)) return true;
  if (key === " ") return target.closest(`${PRESSED}, ${SCROLLED}`) !== null;
  return target.matches(SCROLLED);
}

// Call `step(name)` for each key with a step.
export function listenToKeys(step) {
  document.addEventListener("keydown", (press) => {
    const name = stepOf(press);
    if (!name || press.ctrlKey || press.altKey || press.metaKey || isTaken(press)) return;
    press.preventDefault();
    step(name);
  });
}
