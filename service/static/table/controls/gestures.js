// Mouse and touch input on the viewer's board and the domino in hand, passed to the present task.

import { drawDomino } from "../../board/domino.js";
import { SQUARE, squareAt } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { prefers } from "../../shared/preferences.js";
import { say } from "../../shared/words.js";

const FAR_ENOUGH = 6;
const LIFT = 48; // px above the finger, which would cover the domino

function inside(box, { x, y }) {
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
}

// A domino dragged from the hand or from its trial position.
class Drag {
  constructor(page, presses, event) {
    const lift = event.pointerType === "touch" ? LIFT : 0;
    this.page = page;
    this.presses = presses;
    this.task = presses.current();
    this.lift = lift;
    this.id = event.pointerId;
    this.from = { x: event.clientX, y: event.clientY };
    this.shown = null;
    this.frame = 0; // the animation frame in which the board moves under it
  }

  // False when its task is over.
  get lasts() {
    return this.task === this.presses.current();
  }

  begins({ clientX, clientY }) {
    return Math.hypot(clientX - this.from.x, clientY - this.from.y) >= FAR_ENOUGH;
  }

  begin() {
    this.task.laid = false;
    this.shown = element(
      "div",
      { class: `carried ${this.task.direction}`, "aria-hidden": "true" },
      drawDomino(this.task.hand, this.task.table.origins),
    );
    const square = SQUARE * this.page.board.firstChild.getScreenCTM().a;
    this.shown.style.setProperty("--square", `${square}px`);
    this.page.root.append(this.shown);
    this.page.root.setPointerCapture(this.id);
  }

  point({ clientX, clientY }) {
    return { x: clientX, y: clientY - this.lift };
  }

  // The square under it; null outside the board.
  over(event) {
    const point = this.point(event);
    const board = this.page.board.firstChild;
    const isOver = [this.page.view.box, board.getBoundingClientRect()].every((box) => inside(box, point));
    return isOver ? squareAt(board, point.x, point.y) : null;
  }

  move(event) {
    const square = this.over(event);
    const { x, y } = this.point(event);
    this.shown.style.setProperty("--x", `${x}px`);
    this.shown.style.setProperty("--y", `${y}px`);
    this.shown.className = `carried ${this.task.direction}`;
    this.shown.hidden = square !== null;
    this.task.carry(square);
    cancelAnimationFrame(this.frame);
    if (this.page.view.push({ x, y })) this.frame = requestAnimationFrame(() => this.lasts && this.move(event));
  }

  drop(event) {
    const square = this.over(event);
    if (square) {
      this.task.trial = null;
      this.task.drop(square);
      this.end();
    } else {
      if (!inside(this.page.bar.getBoundingClientRect(), this.point(event))) this.task.hooks.refused(say("table.fault.beside"));
      this.putBack();
    }
  }

  // The domino returns to the hand.
  putBack() {
    this.task.trial = null;
    this.task.hooks.changed();
    this.end();
  }

  // Remove the dragged domino; it flies back if it was not dropped on a legal place.
  end() {
    cancelAnimationFrame(this.frame);
    const hand = this.page.bar.querySelector(".hand")?.getBoundingClientRect();
    this.shown.hidden = false;
    const { left, top } = this.shown.getBoundingClientRect();
    if (this.task.laid || !prefers("motion") || !hand?.width) {
      this.shown.remove();
      return;
    }
    const way = [{}, { translate: `${hand.left - left}px ${hand.top - top}px`, opacity: 0.3 }];
    this.shown.animate(way, { duration: 180, easing: "ease-out" }).finished.finally(() => this.shown.remove());
  }
}

function startsDrag({ target }) {
  return target.closest(".hand, .ghost.laid") !== null;
}

// Pass all pointer events on the page to the present task.
export function listen(page, presses) {
  const { current } = presses;
  let drag = null;
  let dragged = false;

  const isOther = ({ pointerId }) => drag !== null && pointerId !== drag.id; // such as a second finger

  function cancel() {
    if (drag?.shown && drag.lasts) drag.putBack();
    else if (drag?.shown) drag.end();
    drag = null;
  }

  page.root.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return;
    cancel();
    dragged = false;
    if (current()?.hand && presses.holds && event.button === 0 && startsDrag(event)) drag = new Drag(page, presses, event);
  });
  page.root.addEventListener("pointermove", (event) => {
    if (isOther(event)) return;
    if (drag && !drag.lasts) cancel();
    if (drag && !drag.shown && drag.begins(event)) drag.begin();
    if (drag?.shown) drag.move(event);
    else if (event.pointerType === "mouse" && !drag) hover(event);
  });
  page.root.addEventListener("pointerup", (event) => {
    if (isOther(event)) return;
    dragged = Boolean(drag?.shown);
    if (dragged && drag.lasts) drag.drop(event);
    else cancel();
    drag = null;
  });
  page.root.addEventListener("pointercancel", (event) => {
    if (!isOther(event)) cancel();
  });

  function hover(event) {
    const task = current();
    if (!task?.carry || task.laid) return;
    if (page.board.contains(event.target)) task.carry(squareAt(page.board.firstChild, event.clientX, event.clientY));
    else if (task.trial && document.activeElement !== page.board) task.carry(null);
  }

  page.board.addEventListener("click", (event) => {
    if (!dragged) current()?.press(squareAt(page.board.firstChild, event.clientX, event.clientY));
  });
}
