// All verdicts of this page on a bundle.

import { say } from "../../shared/words.js";
import { legality, result } from "./agreed.js";
import { opened } from "../record/bundle.js";
import { followed } from "../course/course.js";
import { check, NotShown, shortened, verdict } from "../encoding/checks.js";
import { completeness } from "./completeness.js";
import { fairness } from "./fairness.js";
import { isHash } from "../encoding/forms.js";
import { integrity } from "./integrity.js";
import { time } from "./time.js";

const LONGEST_EVENT = 10_000; // characters shown of the first bad event

// The verdicts on a bundle's bytes, the first bad event or null, and the id of the game or null.
//
// `known` has the values to compare with: `game`, the id of the requested game, or null; `held`, a receipt
// or VERSION:HASH, `own`, a public key, and `log`, a key of the public log, all pasted by the reader, or ""; `listed`, the service's keys, or null.
// `seen(id)`, which may be missing, gives the hash of the first event of a game or dynasty that this browser had before it
// sent entropy, or null; `sent(id)`, which may be missing, the attempts to take a seat there that the reader kept. `now`, which may be
// missing too, is the time of the audit.
// A bundle beyond the limits, or of a series, is not opened: `series.js` opens those.
export async function audited(bytes, known) {
  let bundle;
  try {
    bundle = await judged(await opened(bytes));
  } catch (problem) {
    return { verdicts: await unreadable(problem), bad: null, game: null };
  }
  const verdicts = [
    await integrity(bundle, known),
    await completeness(bundle, known),
    await fairness(bundle, known),
    await time(bundle, known),
    await legality(bundle),
    await result(bundle),
  ];
  return { verdicts, bad: firstBad(verdicts, bundle), game: bundle.manifest.game };
}

// The bundle with `course`: what its events are by the rules, or null if the first opens no game of known rules. `known` has then
// only the events up to the first that ends the judging; `drawn` has that one, too, and `revealed` the first good seed, wherever it is.
async function judged(bundle) {
  const { known, manifest } = bundle;
  const course = known.length > 0 ? await followed(manifest.game, known) : null;
  const count = course?.count ?? 0;
  const revealed = known.find(({ type, data }) => type === "SeedRevealed" && isHash(data?.seed)) ?? null;
  return { ...bundle, course, known: known.slice(0, count), drawn: known.slice(0, count + 1), revealed };
}

// The verdicts on what cannot be read.
export async function unreadable(problem) {
  const fault = () => {
    throw problem;
  };
  const rest = () => {
    throw new NotShown(say("audit.no-record"));
  };
  const others = ["completeness", "fairness", "time", "legality", "result"].map((name) => say(`audit.verdict.${name}`));
  return [
    verdict(say("audit.verdict.integrity"), [await check(say("audit.check.bundle"), fault)]),
    ...(await Promise.all(others.map(async (name) => verdict(name, [await check(say("audit.check.record"), rest)])))),
  ];
}

// The first bad event by the checks of these verdicts, or null.
export function firstBad(verdicts, { lines }) {
  const checks = verdicts.flatMap((one) => one.checks);
  const versions = checks.map(({ version }) => version).filter((version) => version !== null);
  if (versions.length === 0) return null;
  const version = Math.min(...versions);
  return { version, ...shown(lines[version - 1] ?? new Uint8Array()) };
}

// A line in displayable form, whatever its bytes.
function shown(line) {
  const text = new TextDecoder().decode(line);
  try {
    const event = JSON.parse(text);
    return { type: shortened(String(event.type)), text: shortened(JSON.stringify(event, null, 2), LONGEST_EVENT) };
  } catch {
    return { type: say("audit.no-event"), text: shortened(text, LONGEST_EVENT) };
  }
}
