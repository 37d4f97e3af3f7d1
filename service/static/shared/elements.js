// Creates HTML elements with attributes and children. A child that is a number is shown in the digits of the language.

import { readable } from "./formats.js";

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...readable(children));
  return made;
}
