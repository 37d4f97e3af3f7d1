// The archive of a bundle: docs/organize/audit.md, "The archive's bytes". Numbers are little-endian.

import { say, sequence } from "../../shared/words.js";
import { joined, same, utf8 } from "../../shared/bytes.js";
import { Fault } from "./checks.js";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const NEEDED = 20;
const MADE_BY = 0x0314; // 2.0 on Unix
const FIRST_DAY = 0x0021; // 1980-01-01
const MODE = 0x01a40000; // 0644
const LOCAL_LENGTH = 30;
const ENTRY_LENGTH = 46;
const END_LENGTH = 22;
const LONGEST_COMMENT = 2 ** 16 - 1;
const LONGEST_NAME = 100;
const MOST_ENTRIES = 20_000;
const LONGEST_DIRECTORY = 2 ** 22;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// What an archive's directory says of its members, in their order: name, method, CRC-32, size in bytes, and the place of the header.
// What stands before the archive or after it is passed over. Throws a Fault if there is no directory.
async function directoryOf(blob) {
  const tailAt = Math.max(0, blob.size - END_LENGTH - LONGEST_COMMENT);
  const tail = await bytesOf(blob, tailAt, blob.size);
  const view = new DataView(tail.buffer);
  let at = tail.length - END_LENGTH;
  while (at >= 0 && view.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new Fault(say("audit.no-zip"));
  const [length, stated] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
  if (length > LONGEST_DIRECTORY) throw new Fault(say("audit.too-large"));
  const start = tailAt + at - length;
  if (start < stated) throw new Fault(say("audit.no-zip"));
  return entriesIn(await bytesOf(blob, start, start + length), start - stated);
}

function entriesIn(bytes, before) {
  const view = new DataView(bytes.buffer);
  const entries = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + ENTRY_LENGTH > bytes.length || view.getUint32(at, true) !== CENTRAL) throw new Fault(say("audit.no-zip"));
    const nameEnd = at + ENTRY_LENGTH + view.getUint16(at + 28, true);
    const name = String.fromCharCode(...bytes.subarray(at + ENTRY_LENGTH, Math.min(nameEnd, at + ENTRY_LENGTH + LONGEST_NAME)));
    const [method, checksum, size] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 16, true),
      view.getUint32(at + 24, true),
    ];
    entries.push({ name, method, checksum, size, place: view.getUint32(at + 42, true) + before });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

// An archive in a blob. Its members can be read whatever stands around them; `fault` says whether that is as in a bundle.
export class Archive {
  #blob;
  #entries;
  #headers = new Headers();
  #isPacked = true;
  #damaged = [];

  constructor(blob, entries) {
    this.#blob = blob;
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
  }

  // Throws a Fault if the members cannot be told, or are compressed.
  static async open(blob) {
    const entries = await directoryOf(blob);
    const names = entries.map(({ name }) => name);
    if (names.length > MOST_ENTRIES) throw new Fault(say("audit.too-large"));
    if (new Set(names).size < names.length) throw new Fault(say("audit.archive-twice"));
    if (entries.some(({ method }) => method !== 0)) throw new Fault(say("audit.compressed"));
    if (entries.reduce((sum, { size }) => sum + size, 0) > blob.size) throw new Fault(say("audit.too-large"));
    return new Archive(blob, entries);
  }

  get names() {
    return [...this.#entries.keys()];
  }

  // The content of a member, of at most `largest` bytes. Throws a Fault if it is not where the directory says.
  async read(name, largest) {
    const { place, size } = this.#entries.get(name);
    const local = await bytesOf(this.#blob, place, place + LOCAL_LENGTH);
    const view = new DataView(local.buffer);
    if (local.length < LOCAL_LENGTH || view.getUint32(0, true) !== LOCAL) throw new Fault(say("audit.archive-cut"));
    if (size > largest) throw new Fault(say("audit.too-large"));
    const start = place + LOCAL_LENGTH + view.getUint16(26, true) + view.getUint16(28, true);
    return bytesOf(this.#blob, start, start + size);
  }

  // The members in the order of a bundle as [name, content], so that only one of them is in memory.
  /** @type {(names: string[], largest: number) => AsyncGenerator<[string, Uint8Array<ArrayBuffer>]>} */
  async *members(names, largest) {
    for (const name of names) {
      const content = await this.read(name, largest);
      const at = this.#headers.at;
      const header = this.#headers.header(name, content);
      const { place, checksum } = this.#entries.get(name);
      const held = await bytesOf(this.#blob, at, at + header.length);
      this.#isPacked &&= place === at && same(header, held);
      if (crc32(content) !== checksum) this.#damaged.push(name);
      yield [name, content];
    }
    const rest = this.#headers.directory();
    this.#isPacked &&= same(rest, await bytesOf(this.#blob, this.#headers.at, this.#blob.size));
  }

  // Once all members were read: the Fault of an archive that a bundle of these members does not have, or null.
  get fault() {
    if (this.#isPacked) return null;
    const names = sequence(this.#damaged);
    return new Fault(names === "" ? say("audit.archive-other") : say("audit.archive-damaged", { names }));
  }
}

// What stands in an archive around its members: call `header` for each, in order, then `directory`.
class Headers {
  at = 0;
  entries = [];

  // What stands before the content of the next member.
  header(name, content) {
    const word = utf8(name);
    const common = fields(
      [2, NEEDED],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, FIRST_DAY],
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, word.length],
      [2, 0],
    );
    const made = fields([4, CENTRAL], [2, MADE_BY]);
    this.entries.push(joined(made, common, fields([2, 0], [2, 0], [2, 0], [4, MODE], [4, this.at]), word));
    const local = joined(fields([4, LOCAL]), common, word);
    this.at += local.length + content.length;
    return local;
  }

  // What stands after the last member.
  directory() {
    const central = joined(...this.entries);
    const count = this.entries.length;
    return joined(central, fields([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, this.at], [2, 0]));
  }
}

async function bytesOf(blob, start, end) {
  return new Uint8Array(await blob.slice(start, end).arrayBuffer());
}

function fields(...pairs) {
  return Uint8Array.from(
    pairs.flatMap(([size, value]) => Array.from({ length: size }, (_, place) => (value >>> (8 * place)) & 0xff)),
  );
}
