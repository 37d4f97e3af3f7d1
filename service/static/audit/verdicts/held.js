// The heads that the reader kept, one per line: receipts as JSON, with or without the header's name before them, or
// VERSION:HASH; a space instead of the colon is allowed.

import { say } from "../../shared/words.js";
import { HASH } from "../../shared/bytes.js";
import { Fault, NotShown } from "../encoding/checks.js";
import { jsonOf } from "../record/bundle.js";
import { checkSignature, receiptOf } from "../encoding/signature.js";

const RECEIVED = /^\d{4}-\d\d-\d\dT\S+\s+/; // the time before a receipt, which the command compares with its event's
const HEADER = /^kingdomino-receipt:/i;
const HEAD = /^([1-9][0-9]{0,8})(?::|\s+)([0-9a-fA-F]{64})$/;

// A sentence and the latest version, if the record has each of these heads; receipts of other games are set aside. A receipt
// proves nothing if its signature is invalid, or is by another key than `own`, the reader's own key ("" for none).
export async function checkHeld(bundle, text, own) {
  const { heads, others } = sorted(await headsOf(text, own), bundle.manifest.game);
  if (heads.length === 0) throw new NotShown(say("audit.held-game", { game: others[0].game }));
  const signer = await signerOf(bundle);
  checkPairs(heads);
  for (const head of heads) checkHead(bundle, head, signer);
  const latest = Math.max(...heads.map(({ version }) => version));
  return {
    latest,
    text: [say("audit.held", { version: latest }), ...aboutReceipts(bundle, heads, own), ...aboutOthers(others)].join(" "),
  };
}

async function headsOf(text, own) {
  const whole = receiptIn(text);
  const lines = whole ? [text] : text.split("\n").filter((line) => line.trim() !== "");
  return Promise.all(lines.map((line) => headIn(line.trim(), own)));
}

function headIn(line, own) {
  const written = HEAD.exec(line);
  return written ? headOf(written) : verified(line, own);
}

/** @type {(found: string[]) => { version: number, hash: string }} */
function headOf([, version, hash]) {
  if (HASH.test(hash)) return { version: Number(version), hash };
  throw new NotShown(say("audit.held-case"));
}

function receiptIn(text) {
  try {
    return receiptOf(JSON.parse(text.trim().replace(RECEIVED, "").replace(HEADER, "")), null);
  } catch {
    return null;
  }
}

// Checks that a receipt was signed by the key in it, and by the reader's own key.
async function verified(line, own) {
  const found = receiptIn(line);
  if (!found) throw new NotShown(say("audit.no-head"));
  try {
    await checkSignature(found);
  } catch (problem) {
    if (problem instanceof NotShown) throw problem;
    throw new NotShown(say("audit.receipt-fails"));
  }
  if (own !== "" && found.public_key !== own) throw new NotShown(say("audit.receipt-unknown"));
  return found;
}

function sorted(found, game) {
  const isOther = (head) => head.game !== undefined && head.game !== game;
  return { heads: found.filter((head) => !isOther(head)), others: found.filter(isOther) };
}

// The key of the bundle's signature if it is valid for the last event; else null.
async function signerOf({ events, lines, members, manifest }) {
  const last = events.at(-1);
  if (!last || events.length < lines.length) return null;
  try {
    const receipt = receiptOf(jsonOf(members.get("signature.json"), "signature.json"), "signature.json");
    await checkSignature(receipt);
    const isOwn = receipt.game === manifest.game && receipt.version === last.version && receipt.hash === last.hash;
    return isOwn ? receipt.public_key : null;
  } catch {
    return null;
  }
}

// Throws a Fault if two valid receipts by one key have different hashes of one event.
function checkPairs(heads) {
  const seen = new Map();
  for (const { version, hash, public_key: key } of heads.filter((head) => head.public_key)) {
    const before = seen.get(`${version} ${key}`);
    if (before !== undefined && before !== hash) throw new Fault(say("audit.held-contradiction", { version, key }), version);
    seen.set(`${version} ${key}`, hash);
  }
}

function checkHead({ events }, { version, hash, public_key: key }, signer) {
  if (version > events.length) {
    throw new Fault(say("audit.held-cut", { version, last: events.length }), version);
  }
  if (events[version - 1].hash === hash) return;
  if (key && key === signer) throw new Fault(say("audit.held-convicts", { version, key }), version);
  throw new Fault(say("audit.held-other", { version }), version);
}

function aboutReceipts({ members }, heads, own) {
  const keys = new Set(heads.map((head) => head.public_key).filter(Boolean));
  if (keys.size === 0) return [];
  const beside = jsonOf(members.get("signature.json"), "signature.json")?.public_key;
  const whose = [...keys].map((key) => say(key === beside ? "audit.receipt-key" : "audit.receipt-other", { key }));
  return own === "" ? [...whose, say("audit.receipt-anybody")] : whose;
}

function aboutOthers(others) {
  return others.length === 0 ? [] : [say("audit.held-others", { count: others.length })];
}
