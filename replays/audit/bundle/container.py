"""The zip archive of a bundle: its members, its limits, and the strict reader.

The input is untrusted: nothing is unpacked to disk and nothing is decompressed. An archive that `pack` would
not have written has a fault, so that different zip readers cannot disagree about its content.
"""

import io
import struct
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from zipfile import ZIP_STORED, ZipFile, ZipInfo
from zlib import crc32

from replays.audit.bundle.packing import parts
from replays.kinds import KINDS

MANIFEST = "manifest.json"
EVENTS = "events.ndjson"
RANDOMNESS = "randomness.json"
RULES = "rules.json"
RESULT = "result.json"
SIGNATURE = "signature.json"
VERIFY = "VERIFY.md"

GAME_MEMBERS = (MANIFEST, EVENTS, RANDOMNESS, RULES, RESULT, SIGNATURE, VERIFY)
"""All members of a game's bundle, in their order."""

SERIES_MEMBERS = (MANIFEST, EVENTS, RULES, RESULT, SIGNATURE, VERIFY)
"""The members that every series' bundle has, in their order; a game's bundle has them too."""

LIMIT = 64 * 2**20
"""The largest archive in bytes, and the largest sum of its members' sizes."""

MOST_ENTRIES = 1000
"""The maximum number of zip entries; a dynasty's bundle has 30, including the entries of nested bundles."""

MOST_LINES = 20_000
"""The maximum number of line feeds; a game of four has about 500 events, each with one."""

MOST_VALUES = 1_000_000
"""The maximum number of commas and opening brackets, as a measure of the values in the JSON."""

_ENTRY = b"PK\x01\x02"
_LOCAL = b"PK\x03\x04"
_LOCAL_SIZE = 30
_LENGTHS = 26  # the offset of the lengths of name and extra field in a local header
_LONGEST_NAME = 100


def series_games(count: int) -> tuple[str, ...]:
    """The members after those in the bundle of a series with this many games, one for each of them."""
    return tuple(f"games/{number}.zip" for number in range(1, count + 1))


class ContainerError(Exception):
    """Bytes that are not a valid archive of a bundle.

    Codes: `bundle/not-zip`, `bundle/too-large`, `bundle/path` (a member that no bundle has),
    `bundle/duplicate`, `bundle/compressed`, `bundle/missing`, `bundle/layout` (the bytes differ from those
    that `pack` writes for the members).
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


@dataclass(frozen=True, slots=True)
class UnpackedBundle:
    """An archive's members by name, in their order, and its `bundle/layout` error, or None.

    The members are views of the archive's bytes, so that a large one is not copied.
    """

    members: dict[str, memoryview]
    fault: ContainerError | None


def unpack(data: bytes) -> dict[str, bytes]:
    """The members of a bundle's archive, in their order; raises ContainerError."""
    archive = read_archive(data)
    if archive.fault:
        raise archive.fault
    return {name: bytes(content) for name, content in archive.members.items()}


def read_archive(data: bytes) -> UnpackedBundle:
    """Read the archive in these bytes, also if it is damaged, so that the damage can be named.

    The members may be those of a game's or a series' bundle; the manifest decides which are required.
    Raises `ContainerError` if the members cannot be determined or exceed the limits.
    """
    limits = {LIMIT: len(data), MOST_ENTRIES: data.count(_ENTRY), MOST_LINES: data.count(b"\n")}
    values = sum(map(data.count, (b",", b"[", b"{")))
    if values > MOST_VALUES or any(count > limit for limit, count in limits.items()):
        text = f"more than {LIMIT} bytes, {MOST_ENTRIES} entries, {MOST_LINES} lines or {MOST_VALUES} values"
        raise ContainerError("bundle/too-large", text)
    with _opened(data) as file:
        entries = file.infolist()
    allowed = (*GAME_MEMBERS, *series_games(max(kind.most_games for kind in KINDS.series)))
    _check_entries(entries, allowed)
    found = {entry.orig_filename: _content(data, entry) for entry in entries}
    members = {name: found[name] for name in allowed if name in found}
    _check_present(members)
    return UnpackedBundle(members, None if _is_packed(data, members) else _layout(entries, members))


def _is_packed(data: bytes, members: Mapping[str, memoryview]) -> bool:
    """True if `pack` gives these bytes for the members; compared piece by piece, without a copy."""
    view, place = memoryview(data), 0
    for part in parts(members):
        if view[place : place + len(part)] != part:
            return False
        place += len(part)
    return place == len(data)


def _opened(data: bytes) -> ZipFile:
    try:
        return ZipFile(io.BytesIO(data))
    except Exception as error:  # zipfile does not document its errors for damaged bytes
        raise ContainerError("bundle/not-zip", f"not a zip archive: {error}") from error


def _check_entries(entries: Sequence[ZipInfo], allowed: Sequence[str]) -> None:
    seen: set[str] = set()
    for entry in entries:
        name = entry.orig_filename  # zipfile changes `filename`
        shown = repr(name[:_LONGEST_NAME])
        if name not in allowed:
            raise ContainerError("bundle/path", f"{shown} is none of {', '.join(allowed)}")
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
    missing = [name for name in SERIES_MEMBERS if name not in names]
    if missing:
        raise ContainerError("bundle/missing", f"there is no {', '.join(missing)}")


def _content(data: bytes, entry: ZipInfo) -> memoryview:
    """The bytes at the member's place, with the size from the directory; the checksum is not checked here."""
    place = entry.header_offset
    if place < 0 or not data.startswith(_LOCAL, place) or place + _LOCAL_SIZE > len(data):
        raise ContainerError("bundle/layout", f"{entry.orig_filename} is not where the directory says")
    start = place + _LOCAL_SIZE + sum(struct.unpack_from("<2H", data, place + _LENGTHS))
    return memoryview(data)[start : start + entry.file_size]


def _layout(entries: Sequence[ZipInfo], members: Mapping[str, memoryview]) -> ContainerError:
    """The error of an archive that differs from the bytes that `pack` writes for its members."""
    damaged = [entry.orig_filename for entry in entries if crc32(members[entry.orig_filename]) != entry.CRC]
    text = (
        f"the checksum of {', '.join(damaged)} is another: the bytes were changed"
        if damaged
        else "written again the members give other bytes: their order, times, modes, extra fields, comments "
        "or what stands around them are not those of a bundle"
    )
    return ContainerError("bundle/layout", text)
