// The head that the reader kept: a receipt as JSON, its header's name before it or not, or VERSION:HASH, also with a
// space between.

import { say } from "../../shared/words.js";
import { HASH } from "../encoding/bytes.js";
import { Fault, NotShown } from "../encoding/checks.js";
import { jsonOf } from "../record/bundle.js";
import { checkSignature, receiptOf } from "../encoding/signature.js";

const HEADER = /^kingdomino-receipt:/i;
const HEAD = /^([1-9][0-9]{0,8})(?::|\s+)([0-9a-fA-F]{64})$/;

// A sentence, where the record has this head; a receipt shows nothing if its signature does not hold, or is by
// another key than `own`, the one that the reader holds ("" for none).
export async function checkHeld({ events, members, manifest }, text, own) {
  const written = HEAD.exec(text);
  const { head, words } = written ? { head: headOf(written), words: [] } : await receipt(text, own, members);
  if (head.game !== undefined && head.game !== manifest.game) {
    throw new NotShown(say("audit.held-game", { game: head.game }));
  }
  if (head.version > events.length) {
    throw new Fault(say("audit.held-cut", { version: head.version, last: events.length }), head.version);
  }
  if (events[head.version - 1].hash !== head.hash) {
    throw new Fault([say("audit.held-other", { version: head.version }), ...words].join(" "), head.version);
  }
  return [say("audit.held", { version: head.version }), ...words].join(" ");
}

/** @type {(found: string[]) => { version: number, hash: string }} */
function headOf([, version, hash]) {
  if (HASH.test(hash)) return { version: Number(version), hash };
  throw new NotShown(say("audit.held-case"));
}

async function receipt(text, own, members) {
  const head = await verified(text);
  if (own !== "" && head.public_key !== own) {
    throw new NotShown(say("audit.receipt-unknown"));
  }
  const beside = jsonOf(members.get("signature.json"), "signature.json")?.public_key;
  const key = beside === head.public_key ? "audit.receipt-key" : "audit.receipt-other";
  const whose = say(key, { key: head.public_key });
  return { head, words: own === "" ? [whose, say("audit.receipt-anybody")] : [whose] };
}

// The receipt, if it is one and was signed by the key beside it.
async function verified(text) {
  let found;
  try {
    found = receiptOf(JSON.parse(text.replace(HEADER, "")), say("audit.it"));
  } catch {
    throw new NotShown(say("audit.no-head"));
  }
  try {
    await checkSignature(found);
  } catch (problem) {
    if (problem instanceof NotShown) throw problem;
    throw new NotShown(say("audit.receipt-fails"));
  }
  return found;
}
