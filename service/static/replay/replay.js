// The replay: the table at any version of a game, and the ways from one to the next.

import { data } from "../shared/data.js";
import { buildPage } from "../table/showing/page.js";
import { seatOf } from "../table/seats/seats.js";
import { show, showPanels } from "../table/showing/show.js";
import { say } from "../shared/words.js";
import { addressOf, versionInAddress } from "./controls/address.js";
import { Autoplay } from "./controls/autoplay.js";
import { changesSection, showChanges } from "./changes/changes.js";
import { Controls } from "./controls/controls.js";
import { listenToKeys } from "./controls/keys.js";
import { sentenceOf } from "./changes/sentences.js";
import { stopAfter, stopBefore, stopsOf } from "./controls/stops.js";
import { markTaken, markTouched, touchedBy } from "../table/showing/touched.js";

const RESTED = 200; // ms; addresses may not be changed as fast as one can step

// What of the table only a game that is going on has.
function withoutLiveParts(page) {
  for (const part of [page.clock, page.menu, page.news, page.moves]) part.remove();
  page.bar.setAttribute("aria-label", say("replay.steps"));
}

export class Replay {
  index = 0;
  unit = "event";
  table = data("table");
  followers = []; // what is told of every step: `show(version, state)`
  rested = []; // what is told of a step after which nothing comes for a while, by `show(version, state)` too

  constructor(root, frames) {
    this.frames = frames;
    this.stops = stopsOf(frames);
    this.events = frames.map(({ event }) => event);
    this.page = buildPage(root);
    withoutLiveParts(this.page);
    this.autoplay = new Autoplay(
      () => this.playOn(),
      (playing) => this.controls.showPlaying(playing),
    );
    this.buildControls();
    this.page.unseen.addEventListener("toggle", () =>
      showPanels(this.page, this.frame.state, this.past, this.table, { recent: [], viewer: null }),
    );
    listenToKeys((name) => this.step(name));
    // Its own new address: by now a step that came to rest may have changed the page's one again.
    window.addEventListener("hashchange", ({ newURL }) => this.visit(versionInAddress(newURL) ?? this.version));
  }

  get frame() {
    return this.frames[this.index];
  }

  get version() {
    return this.frame.version;
  }

  get past() {
    return this.events.slice(0, this.index + 1);
  }

  buildControls() {
    this.controls = new Controls(this.frames.length, {
      step: (name) => this.step(name),
      slide: (version) => this.visit(version),
      unit: (unit) => {
        this.unit = unit;
        this.show();
      },
      speed: (speed) => {
        this.autoplay.speed = speed;
      },
    });
    this.changes = changesSection(this.controls.pace);
    this.page.bar.replaceChildren(this.controls.said, this.controls.slider, this.controls.steps);
    this.page.bar.after(this.changes.section);
  }

  // ---- ways to go

  step(name) {
    if (name === "play") this.togglePlaying();
    else this.leap(this.target(name));
  }

  target(name) {
    const stops = this.stops[name.startsWith("round-") ? "round" : this.unit];
    if (name === "first") return 0;
    if (name === "last") return this.frames.length - 1;
    return name.endsWith("back") ? stopBefore(stops, this.index) : stopAfter(stops, this.index);
  }

  // Go where a person wants to, which ends playing by itself.
  leap(index) {
    this.autoplay.stop();
    this.goTo(index);
  }

  visit(version) {
    this.leap(version - 1);
  }

  togglePlaying() {
    if (this.autoplay.playing) {
      this.autoplay.stop();
      return;
    }
    if (this.index === this.frames.length - 1) this.goTo(0);
    this.autoplay.start();
  }

  playOn() {
    this.goTo(this.target("forward"));
    return this.index < this.frames.length - 1;
  }

  // ---- what is shown

  goTo(index) {
    this.index = Math.min(Math.max(index, 0), this.frames.length - 1);
    this.show();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), RESTED);
  }

  show() {
    const { frame, page, table } = this;
    const { passed, before } = this.lastStep();
    const happened = passed.map(({ event }) => event);
    const touched = touchedBy(happened, frame.state);
    show(page, frame.state, { events: this.past, viewer: null, front: seatOf(frame.state) ?? 0, task: null, table });
    markTouched(page.root, touched);
    markTaken(page.lines, happened);
    showChanges(this.changes.body, before.state, frame.state, touched);
    this.controls.show(frame, sentenceOf(passed));
    for (const follower of this.followers) follower.show(frame.version, frame.state);
  }

  // What a step from the stop before to this frame passes, this frame included, and the frame of that stop.
  lastStep() {
    const since = stopBefore(this.stops[this.unit], this.index);
    return { passed: this.frames.slice(Math.min(since + 1, this.index), this.index + 1), before: this.frames[since] };
  }

  rest() {
    history.replaceState(null, "", addressOf(this.version));
    for (const part of this.rested) part.show(this.version, this.frame.state);
  }
}
