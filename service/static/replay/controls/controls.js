// The controls: the step's text, the slider, the buttons, the unit of a step and the speed of automatic stepping.
// A live region announces the step once the reader rests there, so that holding a key down announces nothing. Screen readers
// find the step only there: the visible text is hidden from them, to avoid repetition.

import { svg } from "../../board/svg.js";
import { element } from "../../shared/elements.js";
import { say } from "../../shared/words.js";
import { SPEEDS } from "./autoplay.js";
import { UNITS } from "./stops.js";

const BUTTONS = ["first", "back", "play", "forward", "last"];
const SHAPES = {
  first: "M5 5v14M19 5L9 12L19 19z",
  back: "M16 5L7 12L16 19z",
  play: "M7 4L19 12L7 20z",
  pause: "M8 5v14M16 5v14",
  forward: "M8 5L17 12L8 19z",
  last: "M19 5v14M5 5L15 12L5 19z",
};

function face(button, name) {
  button.setAttribute("aria-label", say(`replay.${name}`));
  button.title = say(`replay.${name}`);
  button.replaceChildren(
    svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SHAPES[name] })),
  );
}

function stepButton(name, step) {
  const button = element("button", { class: name === "play" ? "button primary" : "button", type: "button", value: name });
  face(button, name);
  button.addEventListener("click", () => step(name));
  return button;
}

function choice(name, values, chosen, choose) {
  const options = values.map((value) => element("option", { value }, say(`replay.${name}-${value}`)));
  const select = element("select", {}, ...options);
  select.value = chosen;
  select.addEventListener("change", () => choose(select.value));
  return element("label", { class: "field" }, element("span", {}, say(`replay.${name}`)), select);
}

export class Controls {
  // `on` has the callbacks step(name), slide(version), unit(name), speed(name); `unit` is the initial unit.
  constructor(versions, unit, on) {
    this.versions = versions;
    this.said = element("p", { class: "words", id: "event", "aria-hidden": "true" });
    this.spoken = element("p", { class: "visually-hidden", id: "spoken", "aria-live": "polite" });
    this.slider = element("input", { type: "range", min: 1, max: versions, value: 1, "aria-label": say("replay.version") });
    this.slider.addEventListener("input", () => on.slide(Number(this.slider.value)));
    this.buttons = BUTTONS.map((name) => stepButton(name, on.step));
    this.steps = element("div", { class: "steps" }, ...this.buttons);
    this.pace = element(
      "div",
      { class: "pace" },
      choice("unit", UNITS, unit, on.unit),
      choice("speed", SPEEDS, "normal", on.speed),
    );
  }

  // Set the number of versions.
  extend(versions) {
    this.versions = versions;
    this.slider.max = versions;
  }

  show({ version, state }, words) {
    this.slider.value = version;
    const place = state.round ? "replay.place" : "replay.place-opening";
    this.slider.setAttribute("aria-valuetext", say(place, { version, versions: this.versions, round: state.round }));
    this.said.textContent = words;
  }

  // The text for screen readers; with `aloud` they announce it now.
  speak(words, aloud) {
    this.spoken.setAttribute("aria-live", aloud ? "polite" : "off");
    this.spoken.textContent = words;
  }

  showPlaying(playing) {
    face(this.buttons[BUTTONS.indexOf("play")], playing ? "pause" : "play");
  }
}
