// Integrity: is the record unchanged? The archive's hashes, the chain, the signature.
// An archive whose members cannot be read fails earlier.

import { say, sequence } from "../../shared/words.js";
import { hex, sha256 } from "../../shared/bytes.js";
import { jsonOf, PROOF } from "../record/bundle.js";
import { canonical } from "../encoding/canonical.js";
import { check, Fault, verdict } from "../encoding/checks.js";
import { checkProof } from "./proved.js";
import { checkWhole } from "../record/record.js";
import { checkKey, checkSignature, receiptOf } from "../encoding/signature.js";

// The SHA-256 of the text for people in every bundle of format 1, from docs/organize/audit.md.
export const VERIFY = "06cab0fb3a0c7b53152a2d640032b580adc2101427bae5b9d3911223ced48027";

export async function integrity(bundle, { game, own, listed, log = "" }) {
  const proved = () => check(say("audit.check.public-log"), () => checkProof(bundle, log));
  return verdict(say("audit.verdict.integrity"), [
    await check(say("audit.check.archive"), () => checkArchive(bundle)),
    await check(say("audit.check.manifest"), () => checkManifest(bundle, game)),
    await check(say("audit.check.chain"), () => checkChain(bundle)),
    await check("VERIFY.md", () => checkText(bundle)),
    await check(say("audit.check.signature"), () => checkHead(bundle)),
    await check(say("audit.check.key"), () => checkKey(signatureOf(bundle).public_key, own, listed)),
    ...(bundle.members.has(PROOF) ? [await proved()] : []),
  ]);
}

function checkArchive({ damage, members, hashes }) {
  if (damage !== null) throw damage;
  return say("audit.archive", { members: members.size + (hashes?.size ?? 0) });
}

async function checkManifest({ members, hashes = new Map(), manifest }, game) {
  if (game !== null && manifest.game !== game) throw new Fault(say("audit.manifest-game", { game: manifest.game }));
  const files = new Map(Object.entries(manifest.files));
  const others = [...members].filter(([name]) => name !== "manifest.json");
  const own = await Promise.all(others.map(async ([name, content]) => [name, hex(await sha256(content))]));
  for (const [name, hash] of [...own, ...hashes]) {
    if (files.get(name) !== hash) throw new Fault(say("audit.member-hash", { name }));
    files.delete(name);
  }
  if (files.size > 0) throw new Fault(say("audit.manifest-more", { names: sequence([...files.keys()]) }));
  return say("audit.manifest", { game: manifest.game });
}

function checkChain(bundle) {
  if (bundle.broken) throw bundle.broken;
  checkWhole(bundle);
  return say("audit.chain", { count: bundle.events.length });
}

async function checkText({ members }) {
  if (hex(await sha256(members.get("VERIFY.md"))) !== VERIFY) {
    throw new Fault(say("audit.text-other"));
  }
  return say("audit.text");
}

function signatureOf({ members }) {
  return receiptOf(jsonOf(members.get("signature.json"), "signature.json"), "signature.json");
}

function checkHead(bundle) {
  const signature = signatureOf(bundle);
  const { game, head } = bundle.manifest;
  const { hash, version } = signature;
  if (canonical({ game: signature.game, head: { hash, version } }) !== canonical({ game, head })) {
    throw new Fault(say("audit.signature-other"));
  }
  return checkSignature(signature);
}
