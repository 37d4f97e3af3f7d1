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
  constructor(page, task, event) {
    const lift = event.pointerType === "touch" ? LIFT : 0;
    this.page = page;
    this.task = task;
    this.lift = lift;
    this.id = event.pointerId;
    this.from = { x: event.clientX, y: event.clientY };
    this.shown = null;
    this.frame = 0; // the animation frame in which the board moves under it
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
    if (this.page.view.push({ x, y })) this.frame = requestAnimationFrame(() => this.move(event));
  }

  drop(event) {
    const square = this.over(event);
    this.task.trial = null;
    if (square) {
      this.task.drop(square);
    } else {
      if (!inside(this.page.bar.getBoundingClientRect(), this.point(event))) this.task.hooks.refused(say("table.fault.beside"));
      this.task.hooks.changed();
    }
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

// Pass all pointer events on the page to the present task, `current()`.
export function listen(page, current) {
  let drag = null;
  let dragged = false;

  page.root.addEventListener("pointerdown", (event) => {
    const task = current();
    dragged = false;
    drag = task?.hand && event.isPrimary && event.button === 0 && startsDrag(event) ? new Drag(page, task, event) : null;
  });
  page.root.addEventListener("pointermove", (event) => {
    if (drag && !drag.shown && drag.begins(event)) drag.begin();
    if (drag?.shown) drag.move(event);
    else if (event.pointerType === "mouse" && !drag) hover(event);
  });
  page.root.addEventListener("pointerup", (event) => {
    dragged = Boolean(drag?.shown);
    if (dragged) drag.drop(event);
    drag = null;
  });
  page.root.addEventListener("pointercancel", () => {
    if (drag?.shown) {
      drag.task.back();
      drag.end();
    }
    drag = null;
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
