// A check and its outcome: "pass", "fail" or "not shown".

import { say } from "../../shared/words.js";

const LONGEST = 600; // characters of a sentence: what stands in a bundle may be of any length

export function shortened(text, longest = LONGEST) {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

// The record is not what it should be; `version` is that of the first bad event, where one event is to blame.
export class Fault extends Error {
  constructor(text, version = null) {
    super(shortened(text));
    this.version = version;
  }
}

// What is needed to tell is not there.
export class NotShown extends Error {
  constructor(text) {
    super(shortened(text));
  }
}

// The outcome of work that answers with a sentence, or throws a Fault or NotShown. Any other error comes of a
// record that has not the form which docs/understand/log.md and docs/organize/audit.md give it, so the check fails.
export async function check(title, work) {
  try {
    return { title, outcome: "pass", text: await work(), version: null };
  } catch (problem) {
    if (problem instanceof NotShown) return { title, outcome: "not shown", text: problem.message, version: null };
    if (problem instanceof Fault) return { title, outcome: "fail", text: problem.message, version: problem.version };
    return { title, outcome: "fail", text: say("audit.cannot-be-read", { why: problem.message }), version: null };
  }
}

// A verdict fails with any of its checks, and passes only with all of them.
export function verdict(name, checks) {
  const outcomes = checks.map(({ outcome }) => outcome);
  const outcome = ["fail", "not shown"].find((worse) => outcomes.includes(worse)) ?? "pass";
  return { name, outcome, checks };
}
