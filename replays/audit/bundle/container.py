"""The archive of a bundle: which members it has, how they become a zip file, and how they are read again.

What comes in may be anybody's bytes: nothing is unpacked to disk, nothing is decompressed, and an archive
that `pack` would not have written has a fault, so that zip readers cannot differ about what is in it.
"""

import io
import struct
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from zipfile import ZIP_STORED, ZipFile, ZipInfo
from zlib import crc32

from replays.audit.bundle.packing import parts

Kind = Literal["game", "dynasty"]
"""What a bundle can be of."""

MANIFEST = "manifest.json"
EVENTS = "events.ndjson"
RANDOMNESS = "randomness.json"
RULES = "rules.json"
RESULT = "result.json"
SIGNATURE = "signature.json"
VERIFY = "VERIFY.md"

GAME_MEMBERS = (MANIFEST, EVENTS, RANDOMNESS, RULES, RESULT, SIGNATURE, VERIFY)
"""The members of a game's bundle, all of them, in their order."""

DYNASTY_MEMBERS = (MANIFEST, EVENTS, RULES, RESULT, SIGNATURE, VERIFY)
"""The members that every dynasty's bundle has, in their order; a game's has them too."""

DYNASTY_GAMES = ("games/1.zip", "games/2.zip", "games/3.zip")
"""The members that follow them in a dynasty's bundle, as far as its games were started."""

LIMIT = 64 * 2**20
"""The largest archive in bytes, and the largest sum of its members' sizes."""

MOST_ENTRIES = 1000
"""How many entries are looked at; a dynasty's bundle has 30, those of the bundles in it included."""

MOST_LINES = 20_000
"""How many line feeds an archive has at most; a game of four has some 500 events, each with one."""

MOST_VALUES = 1_000_000
"""How many commas and opening brackets an archive has at most, as a measure of the values in its JSON."""

_ALLOWED = (*GAME_MEMBERS, *DYNASTY_GAMES)
_ENTRY = b"PK\x01\x02"
_LOCAL = b"PK\x03\x04"
_LOCAL_SIZE = 30
_LENGTHS = 26  # where a local header has the lengths of its name and its extra field
_LONGEST_NAME = 100


class ContainerError(Exception):
    """Bytes that are no bundle's archive.

    Codes: `bundle/not-zip`, `bundle/too-large`, `bundle/path` (a member that no bundle has),
    `bundle/duplicate`, `bundle/compressed`, `bundle/missing`, `bundle/layout` (not the bytes that its
    members are written as).
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


@dataclass(frozen=True, slots=True)
class UnpackedBundle:
    """What an archive holds: its members by name, in their order, and the `bundle/layout` it has, or None.

    The members are views of the archive's bytes, so that a large one is not copied.
    """

    members: dict[str, memoryview]
    fault: ContainerError | None


def unpack(data: bytes) -> dict[str, bytes]:
    """The members of a bundle's archive, in their order, or ContainerError."""
    archive = read_archive(data)
    if archive.fault:
        raise archive.fault
    return {name: bytes(content) for name, content in archive.members.items()}


def read_archive(data: bytes) -> UnpackedBundle:
    """The archive in these bytes, also where they are damaged, so that the damage can be named.

    Its members are those of a game's bundle or of a dynasty's; which it is, and has to have, its manifest
    says. Raises `ContainerError` where it cannot be told what they are, or they should not be looked at.
    """
    limits = {LIMIT: len(data), MOST_ENTRIES: data.count(_ENTRY), MOST_LINES: data.count(b"\n")}
    values = sum(map(data.count, (b",", b"[", b"{")))
    if values > MOST_VALUES or any(count > limit for limit, count in limits.items()):
        text = f"more than {LIMIT} bytes, {MOST_ENTRIES} entries, {MOST_LINES} lines or {MOST_VALUES} values"
        raise ContainerError("bundle/too-large", text)
    with _opened(data) as file:
        entries = file.infolist()
    _check_entries(entries)
    found = {entry.orig_filename: _content(data, entry) for entry in entries}
    members = {name: found[name] for name in _ALLOWED if name in found}
    _check_present(members)
    return UnpackedBundle(members, None if _is_packed(data, members) else _layout(entries, members))


def _is_packed(data: bytes, members: Mapping[str, memoryview]) -> bool:
    """Whether `pack` makes these bytes of the members; compared piece by piece, so that nothing is copied."""
    view, place = memoryview(data), 0
    for part in parts(members):
        if view[place : place + len(part)] != part:
            return False
        place += len(part)
    return place == len(data)


def _opened(data: bytes) -> ZipFile:
    try:
        return ZipFile(io.BytesIO(data))
    except Exception as error:  # zipfile does not say what it may raise for damaged bytes
        raise ContainerError("bundle/not-zip", f"not a zip archive: {error}") from error


def _check_entries(entries: Sequence[ZipInfo]) -> None:
    seen: set[str] = set()
    for entry in entries:
        name = entry.orig_filename  # `filename` is what zipfile makes of it
        shown = repr(name[:_LONGEST_NAME])
        if name not in _ALLOWED:
            raise ContainerError("bundle/path", f"{shown} is none of {', '.join(_ALLOWED)}")
        if name in seen:
            raise ContainerError("bundle/duplicate", f"{shown} is there twice")
        if entry.compress_type != ZIP_STORED:
            raise ContainerError(
                "bundle/compressed", f"{shown} is compressed: members are stored, a zip bomb could hide there"
            )
        seen.add(name)
    if sum(entry.file_size for entry in entries) > LIMIT:
        raise ContainerError("bundle/too-large", f"its members claim more than {LIMIT} bytes")


def _check_present(names: Container[str]) -> None:
    missing = [name for name in DYNASTY_MEMBERS if name not in names]
    if missing:
        raise ContainerError("bundle/missing", f"there is no {', '.join(missing)}")


def _content(data: bytes, entry: ZipInfo) -> memoryview:
    """What lies at the member's place, as long as the directory says; its checksum is not believed."""
    place = entry.header_offset
    if place < 0 or not data.startswith(_LOCAL, place) or place + _LOCAL_SIZE > len(data):
        raise ContainerError("bundle/layout", f"{entry.orig_filename} is not where the directory says")
    start = place + _LOCAL_SIZE + sum(struct.unpack_from("<2H", data, place + _LENGTHS))
    return memoryview(data)[start : start + entry.file_size]


def _layout(entries: Sequence[ZipInfo], members: Mapping[str, memoryview]) -> ContainerError:
    """What is wrong with an archive that is not the bytes that its members are written as."""
    damaged = [entry.orig_filename for entry in entries if crc32(members[entry.orig_filename]) != entry.CRC]
    text = (
        f"the checksum of {', '.join(damaged)} is another: the bytes were changed"
        if damaged
        else "written again the members give other bytes: their order, times, modes, extra fields, comments "
        "or what stands around them are not those of a bundle"
    )
    return ContainerError("bundle/layout", text)
