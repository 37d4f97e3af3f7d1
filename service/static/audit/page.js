// The audit page of the service: checks the bundle of a game or series, with what this browser keeps of it.

import { keepBell } from "../live/bell.js";
import { attemptsAt } from "../shared/kept/attempts.js";
import { seenBefore } from "../shared/kept/seen.js";
import { receiptsOf } from "../shared/kept/receipts.js";
import { showSent } from "../shared/seats/sent.js";
import { me } from "../shared/session.js";
import { say } from "../shared/words.js";
import { form, keepChecking } from "./checking.js";
import { keepSaving } from "./saving.js";
import { parted } from "./verdicts/sent.js";

const { game, bundle, keys } = document.getElementById("audit").dataset;

async function fetched(address) {
  const answer = await fetch(address, { headers: { "Accept-Language": document.documentElement.lang } });
  if (answer.ok) return answer;
  const problem = await answer.json().catch(() => ({}));
  throw new Error(problem.detail ?? say("session.strange", { status: answer.status }));
}

// The public keys that the service lists, or null if it lists none.
async function listedKeys() {
  try {
    return (await (await fetched(keys)).json()).keys.map(({ public_key: key }) => key);
  } catch {
    return null;
  }
}

// The receipts of this game that this browser stores for its player; shows their number.
async function receiptsHere() {
  const receipts = me() ? await receiptsOf(me().id, game) : [];
  if (receipts.length > 0) document.getElementById("kept").textContent = say("audit.kept", { count: receipts.length });
  return receipts.map(({ line }) => line);
}

// A browser keeps a large blob on its disk.
async function bundleHere() {
  return (await fetched(bundle)).blob();
}

// What to compare with: the pasted lines, and what this browser keeps of the game; `chosen` is a file, which may be of any game.
async function comparing(chosen) {
  const { held, own, log } = form.elements;
  const { attempts, rest } = parted(held.value.trim());
  const kept = chosen ? [] : await keptReceipts;
  const sent = async (id) => [...(await attemptsAt(id)), ...attempts.filter(({ table }) => table === id)];
  const compared = {
    held: [...kept, rest].join("\n").trim(),
    own: own.value.trim(),
    log: log.value.trim(),
    sent,
    seen: seenBefore,
  };
  return { game: chosen ? null : game, ...compared, listed: await listed };
}

// What a saved page has with it, beside the bundle.
async function evidence() {
  const { held, own, log } = await comparing();
  return { held, own, log, listed: await listed };
}

const listed = listedKeys();
const keptReceipts = receiptsHere();
keepChecking({ bundleHere, comparing });
keepSaving({ bundleHere, evidence });
attemptsAt(game).then(showSent);
keepBell();
