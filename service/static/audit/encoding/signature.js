// The service's signature of a head, in a bundle or a receipt, and the owner of its key.

import { say } from "../../shared/words.js";
import { fromHex, HASH, utf8 } from "../../shared/bytes.js";
import { canonical } from "./canonical.js";
import { Fault, NotShown } from "./checks.js";
import { formed, isHash, isId, isSignature, isVersion } from "./forms.js";

const ALGORITHM = { name: "Ed25519" };

const RECEIPT = { game: isId, hash: isHash, public_key: isHash, signature: isSignature, version: isVersion };

// Returns the value if it has the form of a receipt, as `signature.json` does; verifies nothing.
export function receiptOf(value, what) {
  return formed(value, RECEIPT, what);
}

export async function checkSignature({ game, hash, public_key: key, signature, version }) {
  const imported = await importedKey(fromHex(key));
  const signed = utf8(`kingdomino head\n${canonical({ game, hash, version })}`);
  if (!(await crypto.subtle.verify(ALGORITHM, imported, fromHex(signature), signed))) {
    throw new Fault(say("audit.signature-false"));
  }
  return say("audit.signature", { key });
}

async function importedKey(bytes) {
  try {
    return await crypto.subtle.importKey("raw", bytes, ALGORITHM, false, ["verify"]);
  } catch (problem) {
    if (problem.name === "NotSupportedError") throw new NotShown(say("audit.no-ed25519"));
    throw new Fault(say("audit.key-form"));
  }
}

// The owner of the key: `own` is the reader's own public key ("" for none), `listed` are the service's keys, or null
// if it lists none. The reader's own key takes precedence.
export function checkKey(key, own, listed) {
  const inList = listed?.includes(key);
  if (own !== "") return checkOwn(key, own, inList);
  if (listed === null) throw new NotShown(say("audit.key-no-list"));
  if (!inList) throw new Fault(say("audit.key-unknown"));
  return say("audit.key-listed");
}

function checkOwn(key, own, inList) {
  if (!HASH.test(own)) throw new NotShown(say("audit.key-pasted"));
  if (own === key) return say("audit.key");
  throw new Fault(say(inList ? "audit.key-other-listed" : "audit.key-other"));
}
