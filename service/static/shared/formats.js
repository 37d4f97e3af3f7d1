// Numbers, moments and calculations as the language of the page writes them, alike in `application/i18n/formatting/formats.py`.
// A calendar that the reader has chosen is a part of the language (`fa-u-ca-gregory`).

const { lang, dir } = document.documentElement;
const UNITS = Object.entries({ day: 86400, hour: 3600, minute: 60, second: 1 });
const plain = new Intl.NumberFormat(lang);
const withSign = new Intl.NumberFormat(lang, { signDisplay: "exceptZero" });
const twoDigits = new Intl.NumberFormat(lang, { minimumIntegerDigits: 2 });
const dateAndTime = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeStyle: "short" });
const dateAlone = new Intl.DateTimeFormat(lang, { dateStyle: "medium" });
const [, { value: between }] = new Intl.ListFormat(lang, { type: "conjunction" }).formatToParts(["1", "2", "3"]);

export const number = (value) => plain.format(value);
// "+6", "-6", "0"
export const signed = (value) => withSign.format(value);
// Date and time of a moment in ms.
export const moment = (at) => dateAndTime.format(at);
// The day of a moment in ms.
export const day = (at) => dateAlone.format(at);
// "3:07" for 3 and 7, also with more parts.
export const digital = (first, ...rest) => [plain.format(first), ...rest.map((part) => twoDigits.format(part))].join(":");

const durations = new Map(); // the formats of durations by style, made when first needed

function durationFormats(style) {
  if (!durations.has(style)) {
    const unitFormat = (unit) => new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: style });
    const units = UNITS.map(([unit, size]) => [size, unitFormat(unit)]);
    durations.set(style, { units, list: new Intl.ListFormat(lang, { type: "unit", style }) });
  }
  return durations.get(style);
}

// "1 day, 3 hours", in short "1 day, 3 hr"; "0 seconds" for none. These are the texts of `Intl.DurationFormat`, which has none for
// no time, and which not all browsers have.
/** @param {number} seconds @param {"long" | "short"} style */
export function duration(seconds, style = "long") {
  const { units, list } = durationFormats(style);
  const parts = [];
  let rest = seconds;
  for (const [size, written] of units) {
    if (rest >= size || (size === 1 && !seconds)) parts.push(written.format(Math.floor(rest / size)));
    rest %= size;
  }
  return list.format(parts);
}

// The digits of a text, such as an hour "14:00" or a rating, which has no groups.
export const digits = (text) => String(text).replace(/[0-9]/g, (digit) => plain.format(Number(digit)));

// "1, 2, 3", with what the language puts between the first of a list.
export const numbers = (values) => values.map(number).join(between);

// A calculation, such as "4 × 2 = 8": it runs from left to right in every language.
export function formula(text) {
  return dir === "rtl" ? `\u2066${text}\u2069` : text;
}

// Children of an element, in which numbers have the digits of the language.
export function readable(children) {
  return children.map((child) => (typeof child === "number" ? number(child) : child));
}
