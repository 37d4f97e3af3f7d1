// Two synthesized sounds: a domino being laid, and the bell for the viewer's turn.

import { prefers } from "../../shared/preferences.js";

let context = null;

// Browsers allow sound only after a click or key press; an earlier attempt would log an error to the console.
function output() {
  if (!prefers("sound") || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

// A tone that starts at once and fades: from one frequency to another in Hz, `long` in seconds, `loud` from 0 to 1.
function tone(out, { type, from, to = from, long, loud }) {
  const now = out.currentTime;
  const oscillator = new OscillatorNode(out, { type, frequency: from });
  const gain = new GainNode(out, { gain: loud });
  oscillator.frequency.exponentialRampToValueAtTime(to, now + long);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + long);
  oscillator.connect(gain).connect(out.destination);
  oscillator.start(now);
  oscillator.stop(now + long);
}

const CLICK = [{ type: "triangle", from: 420, to: 90, long: 0.07, loud: 0.25 }];
const BELL = [
  { type: "sine", from: 1046.5, long: 1.1, loud: 0.12 },
  { type: "sine", from: 2637, long: 0.5, loud: 0.04 },
];

function sound(tones) {
  const out = output();
  if (out) for (const each of tones) tone(out, each);
}

export function click() {
  sound(CLICK);
}

export function bell() {
  sound(BELL);
}
