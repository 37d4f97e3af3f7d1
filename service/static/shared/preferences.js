// What readers choose for themselves, kept in this browser: whether moves are confirmed, what boards show, movement and
// sound. Each also stands on <html>, as data-<name>="on" or "off", for the style sheet.

import { storage } from "./kept/storage.js";

const KEY = "kingdomino.";
const WORDS = { true: "on", false: "off" };

// Each with what it is for who never chose: yes or no, or whether one of the system's own settings asks for it.
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

// The names of all of them, in the order in which they are offered.
export const PREFERENCES = Object.keys(DEFAULTS);

const chosen = new Map(); // what was chosen on this page, which also counts where the browser keeps nothing
const listeners = new Map(PREFERENCES.map((name) => [name, new Set()]));
const last = new Map(); // what was told last, by name

function asks(query) {
  return matchMedia(query).matches;
}

// Whether the reader wants this.
export function prefers(name) {
  const word = chosen.get(name) ?? storage("localStorage")?.getItem(KEY + name) ?? WORDS[DEFAULTS[name]()];
  return word === WORDS.true;
}

// The reader wants it, or does not, from now on.
export function prefer(name, value) {
  chosen.set(name, WORDS[value]);
  storage("localStorage")?.setItem(KEY + name, WORDS[value]);
  renew(name);
}

// Call `heard(value)` whenever it becomes another one: here, in another tab, or by the system.
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
