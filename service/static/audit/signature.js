// The service's signature of a head, in a bundle or in a receipt, and whose key made it.

import { fromHex, HASH, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { Fault, NotShown } from "./checks.js";
import { formed, isHash, isId, isSignature, isVersion } from "./forms.js";

const ALGORITHM = { name: "Ed25519" };

const RECEIPT = { game: isId, hash: isHash, public_key: isHash, signature: isSignature, version: isVersion };

// The value, if it is a receipt, which `signature.json` is too; nothing is verified.
export function receiptOf(value, what) {
  return formed(value, RECEIPT, what);
}

export async function checkSignature({ game, hash, public_key: key, signature, version }) {
  const imported = await importedKey(fromHex(key));
  const signed = utf8(`kingdomino head\n${canonical({ game, hash, version })}`);
  if (!(await crypto.subtle.verify(ALGORITHM, imported, fromHex(signature), signed))) {
    throw new Fault("The signature was not made by the key beside it over this head.");
  }
  return `The head was signed by the key ${key}.`;
}

async function importedKey(bytes) {
  try {
    return await crypto.subtle.importKey("raw", bytes, ALGORITHM, false, ["verify"]);
  } catch (problem) {
    if (problem.name === "NotSupportedError") throw new NotShown("This browser has no Ed25519.");
    throw new Fault("The public key is none of Ed25519.");
  }
}

// Whose key it is: `own` is what the reader holds ("" for nothing), `listed` are the service's keys, or null
// where it gave none. The reader's own knowledge counts for more.
export function checkKey(key, own, listed) {
  const inList = listed?.includes(key);
  if (own !== "") return checkOwn(key, own, inList);
  if (listed === null) throw new NotShown("This service lists no keys. Paste one that you hold.");
  if (!inList) throw new Fault("Unknown key: this service does not list it, and you gave none.");
  return "This service lists the key, which proves nothing beyond that: compare it with one that you hold, got at "
    + "another time or by another way.";
}

function checkOwn(key, own, inList) {
  if (!HASH.test(own)) throw new NotShown("What you pasted is no public key: 64 lower-case hexadecimal digits.");
  if (own === key) return "It is the key that you hold.";
  throw new Fault(`Unknown key: it is not the one that you hold${inList ? ", though this service lists it" : ""}.`);
}
