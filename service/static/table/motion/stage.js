// Shows turns one after the other. Their results are already on the page, and are hidden until the turn is shown.

import { element } from "../../shared/elements.js";
import { fly } from "./flights.js";
import { skipWords } from "./skipping.js";
import { click } from "./sounds.js";

const TURN = 400; // ms per turn
const TILE = 260;
const KING = { delay: 140, duration: TURN - 140 };
const MOST = 12; // turns: a viewer who was away for longer sees the latest ones
const SKIPPING = ["pointerdown", "keydown", "wheel"];
const LYING = ':is([href^="#token-"], [href^="#caveman-"])';

// Resolves when the page is visible, so that the viewer misses nothing.
/** @type {() => Promise<void>} */
function seen() {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
  });
}

export class Stage {
  places = new Map(); // domino -> { tile, king }: their last boxes in the lines, in page coordinates
  turns = []; // turns still to be shown; the first one is being shown
  running = false;
  ended = Promise.resolve(); // when all turns have been shown
  flying = null; // the turn being shown
  flights = []; // the running animations

  constructor(page) {
    this.page = page;
    this.layer = element("div", { class: "motion", "aria-hidden": "true" });
    this.hint = element("p", { class: "motion-hint" }, skipWords());
    document.body.append(this.layer);
    for (const type of SKIPPING) document.addEventListener(type, () => this.finish(), { capture: true, passive: true });
  }

  // Remember the positions of dominoes and kings before the page is redrawn.
  remember() {
    for (const item of this.page.lines.querySelectorAll("li[data-domino]")) {
      const [tile, king] = [".domino-alone", ".king"].map((part) => this.boxOf(item.querySelector(part)));
      if (tile) this.places.set(Number(item.dataset.domino), { tile, king });
    }
  }

  // A box in coordinates of the page, which do not change by scrolling.
  boxOf(thing) {
    if (!thing) return null;
    const { left, top, width, height } = thing.getBoundingClientRect();
    return width ? { left: left + scrollX, top: top + scrollY, width, height } : null;
  }

  // A remembered box in coordinates of the present window.
  placeOf(domino, part) {
    const box = this.places.get(domino)?.[part];
    return box ? { ...box, left: box.left - scrollX, top: box.top - scrollY } : null;
  }

  // Show these turns after the waiting ones; the page already shows their results.
  show(turns) {
    for (const turn of turns) if (!this.join(turn)) this.turns.push(turn);
    for (const turn of this.turns.splice(0, this.turns.length - MOST)) this.unveil(turn);
    this.veil();
    if (!this.running && this.turns.length) this.ended = this.run();
  }

  // True if this turn is a choice that arrived just after its placement; both are shown together.
  join(turn) {
    const last = this.turns.at(-1);
    if (last?.seat !== turn.seat || last.taken !== null || turn.from !== null) return false;
    Object.assign(last, { taken: turn.taken, put: [...last.put, ...turn.put] });
    if (last === this.flying) this.flights.push(...this.flightsOf({ ...turn, from: last.from }));
    return true;
  }

  // Hide the results of turns not shown yet, on a page that may have been redrawn.
  veil() {
    for (const turn of this.turns) for (const thing of this.thingsOf(turn)) thing.setAttribute("data-coming", "");
    this.hint.hidden = this.turns.length < 2;
  }

  // The elements with the turn's results, as far as they are on the page.
  thingsOf(turn) {
    return [...[this.tileOf(turn), this.kingOf(turn)].filter(Boolean), ...this.lyingOf(turn)];
  }

  tileOf({ seat, placed }) {
    return placed && this.page.root.querySelector(`.board.seat-${seat} .domino[data-domino="${placed}"]`);
  }

  kingOf({ seat, taken }) {
    return taken && this.page.lines.querySelector(`li[data-domino="${taken}"][data-seat="${seat}"] .king`);
  }

  lyingOf({ seat, put }) {
    const board = this.page.root.querySelector(`.board.seat-${seat}`);
    return put.flatMap(({ x, y }) => [...(board?.querySelectorAll(`.cell[data-x="${x}"][data-y="${y}"] > ${LYING}`) ?? [])]);
  }

  async run() {
    this.running = true;
    this.layer.append(this.hint);
    while (this.turns.length) {
      await seen();
      const [turn] = this.turns;
      if (turn) await this.fly(turn);
      if (turn === this.turns[0]) this.turns.shift();
      this.unveil(turn);
    }
    this.layer.replaceChildren();
    this.running = false;
  }

  async fly(turn) {
    this.flying = turn;
    this.flights = this.flightsOf(turn);
    for (let done = 0; done < this.flights.length; ) {
      done = this.flights.length;
      await Promise.all(this.flights.map(({ finished }) => finished));
    }
    this.flying = null;
    if (turn.placed) click();
  }

  flightsOf(turn) {
    const [tile, king] = [this.tileOf(turn), this.kingOf(turn)];
    const { seat, from } = turn;
    const castle = this.page.root.querySelector(`.board.seat-${seat} .castle`);
    const line = this.page.lines.querySelector(".domino-alone"); // the start if the former position is unknown
    return [
      ...(tile
        ? [
            fly(this.layer, tile, this.placeOf(from, "tile") ?? line?.getBoundingClientRect(), {
              duration: TILE,
              endDelay: TURN - TILE,
            }),
          ]
        : []),
      ...(king ? [fly(this.layer, king, this.placeOf(from, "king") ?? castle?.getBoundingClientRect(), KING)] : []),
      ...this.lyingOf(turn).map((thing) => fly(this.layer, thing, null, KING)),
    ];
  }

  unveil(turn) {
    for (const thing of turn ? this.thingsOf(turn) : []) thing.removeAttribute("data-coming");
  }

  // Skip to the end of all turns.
  finish() {
    for (const turn of this.turns.splice(0)) this.unveil(turn);
    for (const flight of this.flights) flight.finish();
  }
}
