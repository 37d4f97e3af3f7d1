// Presses of pointers and keys. Each belongs to the task in which it began: in another task its click, the second click of a
// double click and the repetitions of a held key have no effect. And a press outlives a redraw: browsers send no click if the
// pressed element was replaced before the release.

const DOUBLE = 300; // ms between the taps of a double tap
const NEAR = 24; // px between them
const SPACE = "Space";

const keyOf = (target) => target.closest?.("[data-key]")?.getAttribute("data-key") ?? null;

function isDoubleTap(first, second) {
  if (first?.kind !== "touch" || second.kind !== "touch") return false;
  return second.at - first.at < DOUBLE && Math.hypot(second.x - first.x, second.y - first.y) < NEAR;
}

export class Presses {
  pointer = null; // the last press of a pointer
  before = null; // the one before
  keys = new Map(); // the presses of keys that are held, by code
  key = null; // the last one
  clicked = null; // the element that the last press of a pointer clicked

  // `current()` is the present task, null for none.
  constructor(page, current) {
    this.page = page;
    this.current = current;
    const listen = (place, type, heard) => place.addEventListener(type, (event) => heard.call(this, event), { capture: true });
    listen(page.root, "pointerdown", this.begin);
    listen(page.root, "mousedown", this.count);
    listen(page.root, "pointerup", this.release);
    listen(page.root, "click", this.judge);
    listen(document, "keydown", this.beginKey);
    listen(document, "keyup", this.releaseKey);
    addEventListener("blur", () => this.keys.clear());
  }

  // True if the press of the pointer belongs to the present task.
  get holds() {
    return this.pointer?.task === this.current();
  }

  // True if the press of this key does.
  holdsKey({ code }) {
    return this.keys.get(code)?.task === this.current();
  }

  begin({ isPrimary, target, clientX: x, clientY: y, pointerType: kind }) {
    if (!isPrimary) return;
    this.before = this.pointer;
    this.clicked = null;
    this.pointer = { task: this.current(), target, key: keyOf(target), kind, x, y, at: performance.now() };
    if (isDoubleTap(this.before, this.pointer)) this.pointer.task = this.before.task;
  }

  // Further clicks of a mouse at the same place belong to the task of the first one.
  count({ detail }) {
    if (detail > 1 && this.before) this.pointer.task = this.before.task;
  }

  beginKey({ code, repeat, target, metaKey }) {
    if (metaKey) return; // macOS reports no release
    const task = repeat ? this.keys.get(code)?.task : this.current();
    this.key = { task, target, key: keyOf(target) };
    this.keys.set(code, this.key);
  }

  // A click without a press is from a program, such as a screen reader, and belongs to the present task.
  judge(event) {
    const { board, lines, bar } = this.page;
    if (![board, lines, bar].some((part) => part?.contains(event.target))) return;
    const press = event.detail > 0 ? this.pointer : this.keys.size ? this.key : null;
    if (event.detail > 0) this.clicked = event.target;
    if (!press || press.task === this.current()) return;
    event.stopPropagation();
    event.preventDefault();
  }

  // The browser's own click comes at once. After a touch it finds the new element by itself.
  release({ clientX, clientY, pointerType, button }) {
    const { pointer } = this;
    if (!pointer || pointer.target.isConnected || pointerType !== "mouse" || button !== 0) return;
    setTimeout(() => {
      const found = document.elementFromPoint(clientX, clientY)?.closest("[data-key]");
      if (pointer !== this.pointer || found?.contains(this.clicked)) return;
      this.click(pointer, found, { clientX, clientY, detail: 1 });
    });
  }

  releaseKey({ code }) {
    const press = this.keys.get(code);
    if (!press) return;
    this.key = press;
    const isLost = code === SPACE && !press.target.isConnected; // Enter clicks when it is pressed
    setTimeout(() => {
      if (isLost) this.click(press, document.activeElement, { detail: 0 });
      this.keys.delete(code);
    });
  }

  // Click the element that took the place of the pressed one.
  click({ key }, found, at) {
    if (key === null || found?.getAttribute("data-key") !== key || found.matches(":disabled")) return;
    found.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...at }));
  }
}
