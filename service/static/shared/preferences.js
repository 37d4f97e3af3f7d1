// Preferences stored in this browser: confirming moves, the content of boards, motion and sound.
// Each is also an attribute of <html>, data-<name>="on" or "off", for the style sheet.

import { storage } from "./kept/storage.js";

const KEY = "kingdomino.";
const WORDS = { true: "on", false: "off" };

// Each with its default: true, false, or the result of a media query for a setting of the system.
const DEFAULTS = {
  confirm: () => true,
  hints: () => true,
  keys: () => true,
  letters: () => asks("(prefers-contrast: more)") || asks("(forced-colors: active)"),
  coordinates: () => false,
  motion: () => !asks("(prefers-reduced-motion: reduce)"),
  sound: () => true,
};
const SYSTEM = ["(prefers-contrast: more)", "(forced-colors: active)", "(prefers-reduced-motion: reduce)"];

// The names of all preferences, in their order in menus.
export const PREFERENCES = Object.keys(DEFAULTS);

const chosen = new Map(); // choices on this page, which also hold if the browser stores nothing
const listeners = new Map(PREFERENCES.map((name) => [name, new Set()]));
const last = new Map(); // the last reported value by name

function asks(query) {
  return matchMedia(query).matches;
}

// The value of this preference.
export function prefers(name) {
  const word = chosen.get(name) ?? storage("localStorage")?.getItem(KEY + name) ?? WORDS[DEFAULTS[name]()];
  return word === WORDS.true;
}

// Set this preference.
export function prefer(name, value) {
  chosen.set(name, WORDS[value]);
  storage("localStorage")?.setItem(KEY + name, WORDS[value]);
  renew(name);
}

// Call `heard(value)` whenever the value changes: here, in another tab, or by the system.
export function onPreference(name, heard) {
  listeners.get(name).add(heard);
}

function renew(name) {
  const value = prefers(name);
  if (value === last.get(name)) return;
  last.set(name, value);
  document.documentElement.dataset[name] = WORDS[value];
  for (const heard of listeners.get(name)) heard(value);
}

function renewAll() {
  for (const name of PREFERENCES) renew(name);
}

addEventListener("storage", () => {
  chosen.clear();
  renewAll();
});
for (const query of SYSTEM) matchMedia(query).addEventListener("change", renewAll);
renewAll();
