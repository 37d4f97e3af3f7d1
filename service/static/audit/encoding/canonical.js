// Canonical JSON: RFC 8785 with integers within ±(2^53−1), no lone surrogates, keys within the Basic Multilingual
// Plane, nesting at most 32.

import { say } from "../../shared/words.js";
import { same, text, utf8 } from "../../shared/bytes.js";
import { Fault } from "./checks.js";

const DEEPEST = 32;
export const LONGEST = 2 ** 20; // bytes; longer texts are not parsed

// The canonical text of a value; throws a Fault if it has none.
export function canonical(value, depth = 0) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return number(value);
  if (typeof value === "string") return string(value);
  if (depth === DEEPEST) throw new Fault(say("audit.nested", { deepest: DEEPEST }));
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${key(name)}:${canonical(value[name], depth + 1)}`);
  return `{${members.join(",")}}`;
}

// Parses canonical JSON; throws a Fault unless the bytes are exactly the value's canonical text.
export function parsed(bytes) {
  let value;
  try {
    value = JSON.parse(text(bytes));
  } catch {
    throw new Fault(say("audit.no-json"));
  }
  if (!same(utf8(canonical(value)), bytes)) throw new Fault(say("audit.not-canonical"));
  return value;
}

function number(value) {
  if (!Number.isSafeInteger(value)) throw new Fault(say("audit.no-integer"));
  return String(value);
}

// Keys outside the Basic Multilingual Plane would be sorted differently by code points than by UTF-16 units.
function key(name) {
  if (/[\u{10000}-\u{10ffff}]/u.test(name)) throw new Fault(say("audit.key-plane"));
  return string(name);
}

// JSON.stringify escapes the same as RFC 8785, and also lone surrogates, which UTF-8 cannot encode.
function string(value) {
  if (/\p{Surrogate}/u.test(value)) throw new Fault(say("audit.surrogate"));
  return JSON.stringify(value);
}
