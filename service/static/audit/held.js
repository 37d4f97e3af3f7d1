// The head that the reader kept: a receipt as JSON, its header's name before it or not, or VERSION:HASH, also with a
// space between.

import { HASH } from "./bytes.js";
import { Fault, NotShown } from "./checks.js";
import { jsonOf } from "./bundle.js";
import { checkSignature, receiptOf } from "./signature.js";

const HEADER = /^kingdomino-receipt:/i;
const HEAD = /^([1-9][0-9]{0,8})(?::|\s+)([0-9a-fA-F]{64})$/;

// A sentence, where the record has this head; a receipt shows nothing if its signature does not hold, or is by
// another key than `own`, the one that the reader holds ("" for none).
export async function checkHeld({ events, members, manifest }, text, own) {
  const written = HEAD.exec(text);
  const { head, words } = written ? { head: headOf(written), words: "" } : await receipt(text, own, members);
  if (head.game !== undefined && head.game !== manifest.game) {
    throw new NotShown(`Another game: your receipt is for ${head.game}, and says nothing about this one.`);
  }
  if (head.version > events.length) {
    throw new Fault(`Cut: you hold version ${head.version}, and this record ends with ${events.length}.`, head.version);
  }
  if (events[head.version - 1].hash !== head.hash) {
    throw new Fault(`Another game: your head of version ${head.version} has another hash. The record was written anew, `
      + `or your head is of another game.${words}`, head.version);
  }
  return `Version ${head.version} has the hash that you hold: up to there nothing was cut or changed.${words}`;
}

function headOf([, version, hash]) {
  if (HASH.test(hash)) return { version: Number(version), hash };
  throw new NotShown("The hash that you pasted has upper-case digits; the record has hashes in lower case only.");
}

async function receipt(text, own, members) {
  const head = await verified(text);
  if (own !== "" && head.public_key !== own) {
    throw new NotShown("Unknown key: your receipt is signed by another one than you hold, so it shows nothing.");
  }
  const beside = jsonOf(members.get("signature.json"), "signature.json")?.public_key;
  const whose = beside === head.public_key ? " Your receipt is signed by the key of this bundle."
    : ` Your receipt is signed by another key than this bundle: ${head.public_key}.`;
  return { head, words: own === "" ? `${whose} You gave no key, so anybody can have made it.` : whose };
}

// The receipt, if it is one and was signed by the key beside it.
async function verified(text) {
  let found;
  try {
    found = receiptOf(JSON.parse(text.replace(HEADER, "")), "It");
  } catch {
    throw new NotShown("What you pasted is no head: it would be a receipt as JSON, or VERSION:HASH.");
  }
  try {
    await checkSignature(found);
  } catch (problem) {
    if (problem instanceof NotShown) throw problem;
    throw new NotShown("The signature of your receipt does not hold, so it shows nothing.");
  }
  return found;
}
