// The proof that a table's first event is in the public log, which a player has before sending entropy: the service cannot write
// that event anew afterwards without contradicting its log (docs/organize/randomness.md).

import { pause } from "../pause.js";
import { ask } from "../session.js";
import { checkInclusion, checkSignature, digestOf, parseProof } from "./proof.js";

const POLICY = "/log/policy";
const TRIES = 12;
const PAUSE = 250; // ms; the log has a new table within a moment

// The text of the proof of event 1 with the hash `first`, from this path of the API; a table that is new has one in a moment.
// Null if the log does not have the table, as one from before there was a log, or while it is not signed, and in a browser that
// cannot check it: a player who has no proof sits down without. Throws if there is one that does not prove it.
export async function proofOfOpening(path, { id, first, isNew }) {
  if (!globalThis.crypto?.subtle) return null;
  if (isNew) await pause(PAUSE);
  const text = await asked(path);
  if (text === null) return null;
  const proof = await parseProof(text);
  const { game, head, kind } = proof.leaf;
  if (kind !== "open" || head !== first || game !== (await digestOf(id))) throw new Error("another leaf");
  await checkInclusion(proof);
  return (await isSigned(proof)) ? text : null;
}

// Throws if the log's key did not sign the checkpoint; false if this browser does not know such keys.
async function isSigned({ note }) {
  try {
    await checkSignature(note, await keyOfLog());
    return true;
  } catch (problem) {
    if (problem.code === "unknown") return false;
    throw problem;
  }
}

// The size of a proof's checkpoint.
export async function sizeOf(text) {
  return (await parseProof(text)).size;
}

async function asked(path, tries = TRIES) {
  try {
    return await (await ask(path)).text();
  } catch ({ code }) {
    if (code !== "log/no-proof" || tries === 1) return null;
  }
  await pause(PAUSE);
  return asked(path, tries - 1);
}

// The key that the log's policy names: `log name+id+key`, and an address.
async function keyOfLog() {
  const policy = await (await fetch(POLICY)).text();
  return /^log (\S+)/m.exec(policy)?.[1] ?? "";
}
