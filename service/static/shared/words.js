// The texts of scripts. They come from the catalogue, through a JSON block in the page.

import { data } from "./data.js";
import { number } from "./formats.js";

const { lang, dir } = document.documentElement;
const words = data("words");
const rules = new Intl.PluralRules(lang);
// The blocks whose letters are written from right to left.
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// The text of this key with its {placeholders} filled in; `count` selects the plural form.
export function say(key, values = {}) {
  const word = words[key];
  if (word === undefined) throw new Error(`no word for ${key}`);
  const text = typeof word === "string" ? word : word[rules.select(values.count)];
  return filled(text, values);
}

// A text with its {placeholders} filled in.
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}

// A value as a sentence shows it, alike in `application/i18n/arguments.py`: numbers in the digits of the language, and
// texts, such as names, as isolates where their letters or the page run from right to left.
function shown(value) {
  if (typeof value === "number") return number(value);
  if (/^\u2068.*\u2069$/s.test(value)) return value;
  return dir === "rtl" || RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : String(value);
}

// Several values one after another, "4, 9, 17"; those that have commas of their own divided by `list.semicolon`, sentences by
// `list.stop`.
export function sequence(values, sign = "list.comma") {
  return values.map(shown).join(say(sign));
}

// Several texts as one list, "a, b and c".
export function listed(texts) {
  return new Intl.ListFormat(lang, { type: "conjunction" }).format(texts.map(shown));
}
