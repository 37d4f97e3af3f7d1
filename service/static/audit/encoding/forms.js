// Strict checks of the forms of JSON values: no further members, no other types.

import { say, sequence } from "../../shared/words.js";
import { GAME_ID, HASH } from "../../shared/bytes.js";
import { canonical } from "./canonical.js";
import { Fault } from "./checks.js";

export const anything = () => true;
export const isHash = (value) => typeof value === "string" && HASH.test(value);
export const isSignature = (value) => typeof value === "string" && /^[0-9a-f]{128}$/.test(value);
export const isId = (value) => typeof value === "string" && GAME_ID.test(value);
export const isVersion = (value) => Number.isSafeInteger(value) && value >= 1;
export const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// Returns the value if it is an object with exactly the members of `forms`, each in its form; else throws a Fault, which names
// `what` it is, unless that is null.
export function formed(value, forms, what) {
  const alone = what === null ? "-alone" : "";
  const names = Object.keys(forms).sort();
  if (!isObject(value) || canonical(Object.keys(value).sort()) !== canonical(names)) {
    throw new Fault(say(`audit.members-wrong${alone}`, { what, names: sequence(names) }));
  }
  const wrong = names.find((name) => !forms[name](value[name]));
  if (wrong) throw new Fault(say(`audit.member-wrong${alone}`, { what, wrong }));
  return value;
}
