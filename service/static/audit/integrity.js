// Is the record unchanged? The archive's hashes, the chain, the signature. What cannot be opened comes not so far.

import { hex, sha256 } from "./bytes.js";
import { jsonOf } from "./bundle.js";
import { canonical } from "./canonical.js";
import { check, Fault, verdict } from "./checks.js";
import { checkWhole } from "./record.js";
import { checkKey, checkSignature, receiptOf } from "./signature.js";

// The SHA-256 of the text that every bundle of format 1 has for people, from docs/audit.md.
export const VERIFY = "06cab0fb3a0c7b53152a2d640032b580adc2101427bae5b9d3911223ced48027";

export async function integrity(bundle, { game, own, listed }) {
  return verdict("Integrity", [
    await check("Archive", () => `Written again from its ${bundle.members.size} members it is the same bytes.`),
    await check("Manifest", () => checkManifest(bundle, game)),
    await check("Chain", () => checkChain(bundle)),
    await check("VERIFY.md", () => checkText(bundle)),
    await check("Signature", () => checkHead(bundle)),
    await check("Key", () => checkKey(signatureOf(bundle).public_key, own, listed)),
  ]);
}

async function checkManifest({ members, manifest }, game) {
  if (game !== null && manifest.game !== game) throw new Fault(`It is of another game: ${manifest.game}.`);
  const files = new Map(Object.entries(manifest.files));
  for (const [name, content] of [...members].slice(1)) {
    const right = files.get(name) === hex(await sha256(content));
    if (!right) throw new Fault(`${name} has not the hash that the manifest gives.`);
    files.delete(name);
  }
  if (files.size > 0) throw new Fault(`The manifest lists ${[...files.keys()].join(", ")}, which has no place in it.`);
  return `It has the SHA-256 of every other member. The game is ${manifest.game}.`;
}

function checkChain(bundle) {
  if (bundle.broken) throw bundle.broken;
  checkWhole(bundle);
  return `Each of the ${bundle.events.length} events is canonical JSON, and its hash follows from it and those before.`;
}

async function checkText({ members }) {
  if (hex(await sha256(members.get("VERIFY.md"))) !== VERIFY) {
    throw new Fault("The text is not the one that every bundle has: do not do what it says.");
  }
  return "The text is the one that every bundle has.";
}

function signatureOf({ members }) {
  return receiptOf(jsonOf(members.get("signature.json"), "signature.json"), "signature.json");
}

function checkHead(bundle) {
  const signature = signatureOf(bundle);
  const { game, head } = bundle.manifest;
  const { hash, version } = signature;
  if (canonical({ game: signature.game, head: { hash, version } }) !== canonical({ game, head })) {
    throw new Fault("The signature is of another game or head than the manifest's.");
  }
  return checkSignature(signature);
}
