// The archive of a bundle: docs/organize/audit.md, "The archive's bytes". Numbers are little-endian.

import { say } from "../../shared/words.js";
import { joined, text, utf8 } from "./bytes.js";
import { Fault } from "./checks.js";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const NEEDED = 20;
const MADE_BY = 0x0314; // 2.0 on Unix
const FIRST_DAY = 0x0021; // 1980-01-01
const MODE = 0x01a40000; // 0644
const LOCAL_LENGTH = 30;

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
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, content] of entries) {
    const common = fields(
      [2, NEEDED],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, FIRST_DAY],
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, utf8(name).length],
      [2, 0],
    );
    const local = joined(fields([4, LOCAL]), common, utf8(name), content);
    parts.push(local);
    directory.push(
      joined(fields([4, CENTRAL], [2, MADE_BY]), common, fields([2, 0], [2, 0], [2, 0], [4, MODE], [4, at]), utf8(name)),
    );
    at += local.length;
  }
  const central = joined(...directory);
  const count = directory.length;
  const end = fields([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, at], [2, 0]);
  return joined(...parts, central, end);
}

function fields(...pairs) {
  return Uint8Array.from(
    pairs.flatMap(([size, value]) => Array.from({ length: size }, (_, place) => (value >>> (8 * place)) & 0xff)),
  );
}
