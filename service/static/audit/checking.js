// The form of an audit page: checks the bundle here or a chosen file whenever the reader asks, and shows only the latest result.

import { say } from "../shared/words.js";
import { show, showNothing, showProgress } from "./showing.js";
import { auditedFile } from "./verdicts/series.js";

const root = document.getElementById("audit");
/** @type {HTMLFormElement & { elements: any }} */
export const form = document.querySelector("#compare");

let turn = 0;

// `bundleHere()` gives a blob or null, `comparing(chosen)` what to compare with, for `auditedFile`; `chosen` is a file or undefined.
async function run({ bundleHere, comparing }) {
  turn += 1;
  const mine = turn;
  const [chosen] = form.elements.file.files;
  showProgress(say("audit.checking"));
  root.setAttribute("aria-busy", "true");
  const seenGames = (count) => {
    if (mine === turn) showProgress(say("audit.checking-games", { count }));
  };
  const done = await found(chosen ?? bundleHere(), comparing(chosen), seenGames);
  if (mine !== turn) return;
  done();
  root.setAttribute("aria-busy", "false");
}

// A function that shows what was found.
async function found(bundle, comparing, seenGames) {
  try {
    const blob = await bundle;
    if (blob === null) return () => showNothing(say("audit.choose"));
    const result = await auditedFile(blob, { ...(await comparing), seenGames, now: Date.now() });
    return () => show(result);
  } catch (problem) {
    return () => showNothing(say("audit.unreadable", { why: problem.message }));
  }
}

export function keepChecking(sources) {
  if (!globalThis.crypto?.subtle) {
    showNothing(say("audit.no-crypto"));
    return;
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run(sources);
  });
  form.addEventListener("reset", () => setTimeout(() => run(sources)));
  form.elements.file.addEventListener("change", () => run(sources));
  run(sources);
}
