// The archive of a bundle: docs/organize/audit.md, "The archive's bytes". Numbers are little-endian.

import { say } from "../../shared/words.js";
import { joined, same, text, utf8 } from "./bytes.js";
import { Fault } from "./checks.js";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const NEEDED = 20;
const MADE_BY = 0x0314; // 2.0 on Unix
const FIRST_DAY = 0x0021; // 1980-01-01
const MODE = 0x01a40000; // 0644
const LOCAL_LENGTH = 30;
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

// The stored members as [name, bytes], in their order; throws a Fault if they cannot be read.
export function members(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = [];
  let at = 0;
  while (at + LOCAL_LENGTH <= bytes.length && view.getUint32(at, true) === LOCAL) {
    if (view.getUint16(at + 8, true) !== 0) throw new Fault(say("audit.compressed"));
    const nameAt = at + LOCAL_LENGTH;
    const contentAt = nameAt + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
    const end = contentAt + view.getUint32(at + 18, true);
    if (end > bytes.length) throw new Fault(say("audit.archive-cut"));
    const name = text(bytes.subarray(nameAt, nameAt + view.getUint16(at + 26, true)));
    found.push([name, bytes.subarray(contentAt, end)]);
    at = end;
  }
  if (found.length === 0) throw new Fault(say("audit.no-zip"));
  return found;
}

// The archive of these members: the only valid one for a bundle with them.
export function archive(entries) {
  const headers = new Headers();
  const parts = entries.flatMap(([name, content]) => [headers.header(name, content), content]);
  return joined(...parts, headers.directory());
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

// The names of the first members of an archive in a blob, at most `count`, as far as they can be read.
export async function firstNames(blob, count) {
  const names = [];
  for (let at = 0; names.length < count; ) {
    const member = await memberAt(blob, at);
    if (member === null) break;
    names.push(await nameOf(blob, member));
    at = member.end;
  }
  return names;
}

// The members of an archive in a blob as [name, content], one after the other, each of at most `largest` bytes. Throws a Fault if
// the archive is not that of its members, so that only one of them is in memory.
/** @type {(blob: Blob, largest: number) => AsyncGenerator<[string, Uint8Array<ArrayBuffer>]>} */
export async function* membersOf(blob, largest) {
  const headers = new Headers();
  for (let member = await memberAt(blob, 0); member !== null; member = await memberAt(blob, headers.at)) {
    const { at, contentAt, end } = member;
    if (end > blob.size) throw new Fault(say("audit.archive-cut"));
    if (end - contentAt > largest || headers.entries.length === MOST_ENTRIES) throw new Fault(say("audit.too-large"));
    const name = await nameOf(blob, member);
    const content = await bytesOf(blob, contentAt, end);
    if (!same(headers.header(name, content), await bytesOf(blob, at, contentAt))) throw new Fault(say("audit.archive-other"));
    yield [name, content];
  }
  if (headers.at === 0) throw new Fault(say("audit.no-zip"));
  if (!same(headers.directory(), await bytesOf(blob, headers.at, headers.at + LONGEST_DIRECTORY))) {
    throw new Fault(say("audit.archive-other"));
  }
}

// Where the member whose header is at this place has its content; null if there is no header.
async function memberAt(blob, at) {
  const bytes = await bytesOf(blob, at, at + LOCAL_LENGTH);
  const view = new DataView(bytes.buffer);
  if (bytes.length < LOCAL_LENGTH || view.getUint32(0, true) !== LOCAL) return null;
  const nameEnd = at + LOCAL_LENGTH + view.getUint16(26, true);
  const contentAt = nameEnd + view.getUint16(28, true);
  return { at, nameEnd, contentAt, end: contentAt + view.getUint32(18, true) };
}

async function nameOf(blob, { at, nameEnd }) {
  return text(await bytesOf(blob, at + LOCAL_LENGTH, nameEnd));
}

async function bytesOf(blob, start, end) {
  return new Uint8Array(await blob.slice(start, end).arrayBuffer());
}

function fields(...pairs) {
  return Uint8Array.from(
    pairs.flatMap(([size, value]) => Array.from({ length: size }, (_, place) => (value >>> (8 * place)) & 0xff)),
  );
}
