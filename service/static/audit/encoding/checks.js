// A check and its outcome: "pass", "fail" or "not shown".

import { say } from "../../shared/words.js";

const LONGEST = 600; // characters of a sentence; values in a bundle may be of any length

export function shortened(text, longest = LONGEST) {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

// The record is wrong; `version` is that of the first bad event, if the fault is in one event.
export class Fault extends Error {
  constructor(text, version = null) {
    super(shortened(text));
    this.version = version;
  }
}

// The evidence that the check needs is missing.
export class NotShown extends Error {
  constructor(text) {
    super(shortened(text));
  }
}

// The outcome of `work`, which returns a sentence, or throws a Fault or NotShown. Any other error means that the
// record does not have the form defined by docs/understand/log.md and docs/organize/audit.md, so the check fails.
export async function check(title, work) {
  try {
    return { title, outcome: "pass", text: await work(), version: null };
  } catch (problem) {
    if (problem instanceof NotShown) return { title, outcome: "not shown", text: problem.message, version: null };
    if (problem instanceof Fault) return { title, outcome: "fail", text: problem.message, version: problem.version };
    return { title, outcome: "fail", text: say("audit.cannot-be-read", { why: problem.message }), version: null };
  }
}

// A verdict fails if any of its checks fails, and passes only if all of them pass.
export function verdict(name, checks) {
  const outcomes = checks.map(({ outcome }) => outcome);
  const outcome = ["fail", "not shown"].find((worse) => outcomes.includes(worse)) ?? "pass";
  return { name, outcome, checks };
}
