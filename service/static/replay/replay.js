// The replay: the table at any version of a game, and stepping between versions.

import { data } from "../shared/data.js";
import { say } from "../shared/words.js";
import { changesPlace, showChanges } from "./changes/changes.js";
import { pointsMoved } from "./changes/points.js";
import { numbered } from "./changes/sentences.js";
import { addressOf, versionInAddress } from "./controls/address.js";
import { Autoplay } from "./controls/autoplay.js";
import { Controls } from "./controls/controls.js";
import { listenToKeys } from "./controls/keys.js";
import { stopAfter, stopBefore, stopsOf } from "./controls/stops.js";
import { Position } from "./position/position.js";
import { touchedBy } from "../table/showing/touched.js";

const RESTED = 200; // ms; browsers limit how often a page may change its URL

export class Replay {
  index = 0;
  unit = "turn";
  table = data("table");
  followers = []; // called at every step: `show(version, state)`
  growing = []; // called when there are more frames
  playingOn = null; // plays on from a version; set once available
  rested = []; // called after the last of several steps: `show(version, state)`

  // `places` are { position, below, steps }.
  constructor(places, frames) {
    this.take(frames);
    this.position = new Position(places.position, places.below, this.table);
    this.changes = changesPlace();
    this.autoplay = new Autoplay(
      () => this.playOn(),
      (playing) => this.controls.showPlaying(playing),
    );
    this.buildControls(places.steps);
    listenToKeys((name) => this.step(name));
    // Uses the event's new URL, because a step that came to rest may have changed the page's URL again.
    window.addEventListener("hashchange", ({ newURL }) => this.visit(versionInAddress(newURL) ?? this.version));
  }

  take(frames) {
    this.frames = frames;
    this.stops = stopsOf(frames);
    this.events = frames.map(({ event }) => event);
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

  buildControls(place) {
    this.controls = new Controls(this.frames.length, this.unit, {
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
    const { said, spoken, slider, steps } = this.controls;
    place.replaceChildren(said, spoken, this.changes, slider, steps);
  }

  // ---- navigation

  step(name) {
    if (name === "play") this.togglePlaying();
    else this.leap(this.target(name));
  }

  target(name) {
    if (name === "first") return 0;
    if (name === "last") return this.frames.length - 1;
    const [unit, direction] = name.includes("-") ? name.split("-") : [this.unit, name];
    return direction === "back" ? stopBefore(this.stops[unit], this.index) : stopAfter(this.stops[unit], this.index);
  }

  // Go to a version by the user's choice, which ends automatic stepping.
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
      this.rest();
      return;
    }
    if (this.index === this.frames.length - 1) this.goTo(0);
    this.autoplay.start();
  }

  playOn() {
    this.goTo(this.target("forward"));
    return this.index < this.frames.length - 1;
  }

  // Add new frames of the game; a viewer at its end follows them.
  extend(frames) {
    if (!frames.length) return;
    const along = this.index === this.frames.length - 1 && !this.autoplay.playing;
    this.take([...this.frames, ...frames]);
    this.controls.extend(this.frames.length);
    for (const grow of this.growing) grow();
    if (along) this.goTo(this.frames.length - 1);
    else this.show();
  }

  // ---- display

  goTo(index) {
    this.index = Math.min(Math.max(index, 0), this.frames.length - 1);
    this.show();
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), RESTED);
  }

  show() {
    const { frame, frames } = this;
    const { passed, before } = this.lastStep();
    const happened = passed.map(({ event }) => event);
    const touched = touchedBy(happened, frame.state);
    this.position.show(frame.state, { last: frames.at(-1).state, past: this.past, happened, touched });
    this.moved = pointsMoved(before.state, frame.state);
    showChanges(this.changes, this.moved, touched, frame.state.players);
    this.said = numbered(passed);
    this.controls.show(frame, this.said);
    for (const follower of this.followers) follower.show(frame.version, frame.state);
  }

  // The frames from the previous stop to this frame, this one included, and the frame of that stop.
  lastStep() {
    const since = stopBefore(this.stops[this.unit], this.index);
    return { passed: this.frames.slice(Math.min(since + 1, this.index), this.index + 1), before: this.frames[since] };
  }

  rest() {
    history.replaceState(null, "", addressOf(this.version));
    const words = [this.said, ...this.moved.map((each) => each.words)].join(say("list.stop"));
    this.controls.speak(words, !this.autoplay.playing);
    for (const part of this.rested) part.show(this.version, this.frame.state);
  }
}
