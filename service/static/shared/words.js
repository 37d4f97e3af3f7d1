// The texts of scripts. They come from the catalogue, through a JSON block in the page.

import { data } from "./data.js";

const words = data("words");
const rules = new Intl.PluralRules(document.documentElement.lang);

// The text of this key with its {placeholders} filled in; `count` selects the plural form.
export function say(key, values = {}) {
  const word = words[key];
  if (word === undefined) throw new Error(`no word for ${key}`);
  const text = typeof word === "string" ? word : word[rules.select(values.count)];
  return filled(text, values);
}

// A text with its {placeholders} filled in.
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// Several texts as one list, "a, b and c".
export function listed(texts) {
  return new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(texts);
}
