// Proofs from a public log that it has a leaf (C2SP tlog-proof, tlog-checkpoint and signed-note), as docs/organize/audit.md and
// docs/understand/log.md describe them. Whatever is wrong is a `ProofFault`, with a code and a sentence.

import { hex, sha256, utf8 } from "../bytes.js";
import { say } from "../words.js";

const HEADER = "c2sp.org/tlog-proof@v1";
const DASH = "\u2014 ";
const LONGEST_NOTE = 2 ** 18; // bytes
const LONGEST_PROOF = LONGEST_NOTE + 2 * (2 ** 16 - 1); // bytes
const MOST_HASHES = 63;
const MOST_SIGNATURES = 64;
const LARGEST = 2n ** 63n - 1n; // leaves of a log
const HASH_BYTES = 32;
const ID_BYTES = 4;
const ED25519 = 1; // the type of a key that signs the text of a note
const HEAD = /^\{"game":"([0-9a-f]{64})","head":"([0-9a-f]{64})","kind":"(open|start|end)","version":([1-9]\d{0,15})\}$/;
const KEY = /^\{"kind":"(key|revocation)","public_key":"([0-9a-f]{64})","since":(0|[1-9]\d{0,15})\}$/;

// Codes: `form`, not readable; `tree`, the leaf is not in the checkpoint's tree; `unsigned` and `signature`, the key did not sign
// it; `key`, the text is no key of a log; `unknown`, this browser does not know the signature's kind.
export class ProofFault extends Error {
  constructor(code) {
    super(say(`proof.${code}`));
    this.code = code;
  }
}

function demand(holds, code = "form") {
  if (!holds) throw new ProofFault(code);
}

// The name of a game, dynasty or tournament in the log: the SHA-256 of its id, in hex.
export async function digestOf(id) {
  return hex(await sha256(utf8(id)));
}

// A proof: the `leaf`, its `entry` as bytes and its `index`, the `hashes` from it to the `root` of the tree of `size` leaves of the log
// `origin`, and the checkpoint's `note`. Verifies nothing. A leaf has `game`, `head`, `kind` and `version`, or, of a key of the service,
// `kind`, `public_key` and `since`. Numbers beyond 2^53 are BigInts.
export async function parseProof(text) {
  demand(utf8(text).length <= LONGEST_PROOF);
  const empty = text.indexOf("\n\n");
  demand(empty >= 0);
  const [header, extra, index, ...hashes] = text.slice(0, empty).split("\n");
  demand(header === HEADER && extra?.startsWith("extra ") && index?.startsWith("index ") && hashes.length <= MOST_HASHES);
  const entry = decoded(extra.slice("extra ".length));
  const note = noteOf(text.slice(empty + 2));
  return {
    leaf: leafOf(entry),
    entry,
    index: sizeOf(index.slice("index ".length)),
    hashes: hashes.map(hashOf),
    ...checkpointOf(note.text),
    note,
  };
}

function leafOf(entry) {
  const text = String.fromCharCode(...entry.subarray(0, 1000));
  const [, game, head, kind, version] = text.match(HEAD) ?? [];
  const [, keyKind, publicKey, since] = text.match(KEY) ?? [];
  demand(entry.length <= 1000 && Number.isSafeInteger(Number(version ?? since)));
  if (game) return { game, head, kind, version: Number(version) };
  return { kind: keyKind, public_key: publicKey, since: Number(since) };
}

function noteOf(whole) {
  demand(utf8(whole).length <= LONGEST_NOTE && whole.endsWith("\n"));
  const empty = whole.lastIndexOf("\n\n");
  const text = whole.slice(0, empty + 1);
  const lines = whole.slice(empty + 2, -1).split("\n");
  demand(empty >= 0 && lines.length <= MOST_SIGNATURES && ![...text].some((each) => each < " " && each !== "\n"));
  return { text, signatures: lines.map(signatureOf) };
}

function signatureOf(line) {
  demand(line.startsWith(DASH));
  const space = line.indexOf(" ", DASH.length);
  demand(space >= 0);
  const name = line.slice(DASH.length, space);
  const content = decoded(line.slice(space + 1));
  demand(isName(name) && content.length > ID_BYTES);
  return { name, id: hex(content.subarray(0, ID_BYTES)), value: content.subarray(ID_BYTES) };
}

const isName = (name) => name !== "" && !/[+\u0085\p{Z}]/u.test(name) && ![...name].some((each) => each < " ");

function checkpointOf(text) {
  const lines = text.slice(0, -1).split("\n");
  const [origin, size, root] = lines;
  demand(lines.length >= 3 && !lines.includes(""));
  return { origin, size: sizeOf(size), root: hashOf(root) };
}

function sizeOf(text) {
  demand(/^(0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= LARGEST);
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
}

function hashOf(text) {
  const hash = decoded(text);
  demand(hash.length === HASH_BYTES);
  return hash;
}

// Checks that the leaf is in the checkpoint's tree (RFC 9162, 2.1.3.2); no signature.
export async function checkInclusion({ entry, index, size, hashes, root }) {
  let [own, last] = [BigInt(index), BigInt(size) - 1n];
  let found = await sha256([0], entry);
  demand(own <= last, "tree");
  for (const beside of hashes) {
    demand(last > 0n, "tree");
    const isRight = own % 2n === 1n || own === last;
    found = await (isRight ? sha256([1], beside, found) : sha256([1], found, beside));
    while (isRight && own > 0n && own % 2n === 0n) [own, last] = [own / 2n, last / 2n];
    [own, last] = [own / 2n, last / 2n];
  }
  demand(last === 0n && hex(found) === hex(root), "tree");
}

// Checks that the note is signed by a log's key in its text form, `name+id+base64`.
export async function checkSignature({ text, signatures }, key) {
  const { name, id, bytes } = await keyOf(key);
  const own = signatures.filter((each) => each.name === name && each.id === id);
  demand(own.length > 0 && text.startsWith(`${name}\n`), "unsigned");
  const imported = await importedKey(bytes);
  for (const { value } of own) demand(await crypto.subtle.verify("Ed25519", imported, value, utf8(text)), "signature");
}

async function keyOf(text) {
  const [name, id, ...rest] = text.trim().split("+");
  const content = decoded(rest.join("+"), "key");
  const [type, ...bytes] = content;
  demand(isName(name) && type === ED25519 && bytes.length === HASH_BYTES, "key");
  const hash = await sha256(utf8(`${name}\n`), content);
  demand(id === hex(hash.subarray(0, ID_BYTES)), "key");
  return { name, id, bytes: Uint8Array.from(bytes) };
}

async function importedKey(bytes) {
  try {
    return await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  } catch (problem) {
    throw new ProofFault(problem.name === "NotSupportedError" ? "unknown" : "key");
  }
}

// The bytes of the one right base64 of them.
function decoded(text, code = "form") {
  try {
    const content = atob(text);
    demand(btoa(content) === text, code);
    return Uint8Array.from(content, (character) => character.charCodeAt(0));
  } catch {
    throw new ProofFault(code);
  }
}
