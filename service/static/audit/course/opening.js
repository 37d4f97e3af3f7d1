// What a table agreed on: the first event of a game (docs/organize/audit.md, "Legality").

import { hex, joined, sha256, utf8 } from "../../shared/bytes.js";
import { canonical } from "../encoding/canonical.js";
import { rule } from "../rules/broken.js";
import { checkPlayable } from "../rules/setup.js";
import { seriesOf } from "../record/kinds.js";
import { isPlayer, OPTIONS } from "./forms.js";
import { WEEK } from "./pause.js";

// The stored names of the bots (docs/play/bots.md); a test compares them with the server's.
export const BOTS = ["random-1", "greedy-placement-1", "greedy-1", "full-greedy-1", "steady-1", "strong-1", "strong-2"];
const WITH_KERNEL = ["strong-1", "strong-2"];
export const STAND_IN = "steady-1";

// The record's defaults, which never change; an option with its default value is left out.
const DEFAULTS = {
  absent: "bot",
  on_timeout: "bot",
  private: false,
  spectators: true,
  hints: true,
  rated: false,
  invited: [],
  offsets: [],
  stand_in: STAND_IN,
};

// Calls `wrong(code)` for what does not end the judging, and throws Broken for what does.
export function checkOpening({ data: { options, players, rules } }, wrong) {
  const names = Object.keys(options);
  rule(
    names.every((name) => Object.hasOwn(OPTIONS, name)),
    "unknown/option",
  );
  rule(
    names.every((name) => OPTIONS[name](options[name])),
    "log/data",
  );
  checkStored(options);
  checkPlayable(rules, players);
  const isTimed = options.clock !== undefined;
  if ((options.clock?.pause !== undefined) !== (options.offsets !== undefined)) wrong("options/offsets");
  if (options.on_timeout !== undefined && !isTimed) wrong("options/on-timeout");
  if (options.rated && isTimed && options.on_timeout === undefined) wrong("options/rated");
  if (options.rated && options.deal) wrong("options/deal");
  const standIn = options.stand_in ?? STAND_IN;
  rule(BOTS.includes(standIn), "unknown/bot");
  rule(!WITH_KERNEL.includes(standIn), "options/stand-in");
}

function checkStored(options) {
  for (const [name, value] of Object.entries(options)) {
    rule(!(Object.hasOwn(DEFAULTS, name) && canonical(value) === canonical(DEFAULTS[name])), "log/data");
  }
  const days = options.clock?.pause?.weekdays;
  if (days === undefined) return;
  rule(days.length > 0 && canonical(days) === canonical(WEEK.filter((day) => days.includes(day))), "log/data");
}

// The id of a series' game: the UUIDv8 of SHA-256 over three texts, each preceded by its length in bytes.
export async function idOf(kind, { id, number }) {
  const parts = [kind, id, String(number)].flatMap((text) => {
    const length = new DataView(new ArrayBuffer(8));
    length.setBigUint64(0, BigInt(utf8(text).length));
    return [new Uint8Array(length.buffer), utf8(text)];
  });
  const bytes = (await sha256(joined(...parts))).slice(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

// The actor and the cause of the first event.
export function isOpener({ actor, cause, data: { options } }) {
  if (seriesOf(options) !== undefined) return actor === "system" && cause === "system";
  return isPlayer(actor) && cause === "player";
}
