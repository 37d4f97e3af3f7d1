// The keys of the replay, wherever the focus is, but for where they mean something else.

const TYPED = "input:not([type=range]), select, textarea, dialog, [role=application], #what-if, #comments";
const PRESSED = "button, a, summary"; // the space bar is theirs
const SCROLLED = "[role=group][tabindex]";

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

function isTaken({ key, target }) {
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPED)) return true;
  if (key === " ") return target.closest(`${PRESSED}, ${SCROLLED}`) !== null;
  return target.matches(SCROLLED);
}

// Call `step(name)` for each key that means a step.
export function listenToKeys(step) {
  document.addEventListener("keydown", (press) => {
    if (!(press.key in STEPS) || press.ctrlKey || press.altKey || press.metaKey || press.shiftKey || isTaken(press)) return;
    press.preventDefault();
    step(STEPS[press.key]());
  });
}
