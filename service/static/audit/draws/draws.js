// The draws of docs/organize/randomness.md. Seed, digest and entropies are bytes; an entropy that was not sent is null.

import { fromHex, joined, sha256, utf8 } from "../../shared/bytes.js";
import { canonical } from "../encoding/canonical.js";
import { DOMINOES } from "../rules/setup.js";

const WORDS = 2 ** 32;

// The digest of version 1: over the entropies of the seats.
export function digestOf(entropies) {
  return sha256(...entropies.map((entropy) => entropy ?? new Uint8Array(32)));
}

// The digest of version 2: over the first event's hash, the agreed options, and each seat's player and entropy (null for none).
export function digestOfRecord(first, { players, rules, rules_version }, seats) {
  return sha256(utf8(`kingdomino draws 2\n${canonical({ first, players, rules, rules_version, seats })}`));
}

// The endless stream of 32-bit words of a purpose.
export async function* words(seed, purpose, game, digest) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const prefix = joined(utf8(purpose), [0], fromHex(game.replaceAll("-", "")), digest);
  for (let block = 0; ; block += 1) {
    const number = new DataView(new ArrayBuffer(8));
    number.setBigUint64(0, BigInt(block));
    const message = joined(prefix, new Uint8Array(number.buffer));
    const made = new DataView(await crypto.subtle.sign("HMAC", key, message));
    for (let at = 0; at < made.byteLength; at += 4) yield made.getUint32(at);
  }
}

// A number below n (1 <= n <= 2^32) from a synchronous or asynchronous iterator of words.
export async function below(stream, n) {
  const limit = WORDS - (WORDS % n);
  for (;;) {
    const word = (await stream.next()).value;
    if (word < limit) return word % n;
  }
}

// Fisher-Yates shuffle into a new array.
export async function shuffled(stream, items) {
  const places = [...items];
  for (let i = places.length - 1; i >= 1; i -= 1) {
    const j = await below(stream, i + 1);
    [places[i], places[j]] = [places[j], places[i]];
  }
  return places;
}

export function deckOf(stream) {
  return shuffled(
    stream,
    Array.from({ length: DOMINOES }, (_, index) => index + 1),
  );
}

// The order of the first choice, a seat for each king; `draw` gives the words of a purpose.
export async function firstChoice({ game, first_line: way }, players, draw) {
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const kingsEach = players === 2 ? 2 : 1;
  const ofEach = (order) => order.flatMap((seat) => Array(kingsEach).fill(seat));
  const throughAll = (order) => Array(kingsEach).fill(order).flat();
  if (game === "origins" && players === 2) return ofEach(await shuffled(draw("kings"), seats));
  if (game === "origins" || way === "drawn") return shuffled(draw("kings"), ofEach(seats));
  if (way === "alternating") return throughAll(await shuffled(draw("seats"), seats));
  const first = await below(draw("seats"), players);
  return throughAll(seats.map((seat) => (first + seat) % players));
}
