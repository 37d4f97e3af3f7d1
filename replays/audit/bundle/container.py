"""The zip archive of a bundle: its members, its limits, and the strict reader.

The input is untrusted: nothing is unpacked to disk and nothing is decompressed. An archive that `pack` would
not have written has a fault, so that different zip readers cannot disagree about its content.
"""

import re
import struct
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO
from zipfile import ZIP_STORED
from zlib import crc32

from replays.audit.bundle import directory
from replays.audit.bundle.directory import Entry, LongDirectory, NoDirectory
from replays.audit.bundle.packing import CENTRAL, LOCAL, Content, Headers
from replays.audit.bundle.sources import ArchiveBytes, pieces, source_of
from replays.commands.series import FEW_GAMES, BundleLimits
from replays.encoding.canonical import NotCanonical, parse_canonical
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

PROOF = "head.tlog-proof"
"""The member with the proof that the public log has a head of the game or series; from format 3 on."""

OWN_MEMBERS = (*GAME_MEMBERS, PROOF)
"""All members that a bundle can have beside those of games, in their order."""

_GAME = re.compile(r"games/([1-9][0-9]{0,5})\.zip", re.ASCII)
_LOCAL_SIZE = 30
_LENGTHS = 26  # the offset of the lengths of name and extra field in a local header
_LONGEST_NAME = 100


def series_game(number: int) -> str:
    """The member with the bundle of a series' game, by its number from 1."""
    return f"games/{number}.zip"


def series_games(count: int) -> tuple[str, ...]:
    """The members with the bundles of a series' games, in order."""
    return tuple(map(series_game, range(1, count + 1)))


def limits_of(kind: str) -> BundleLimits:
    """The limits of the bundle of a game or series of this kind."""
    series = KINDS.series_named(kind)
    return series.limits if series else FEW_GAMES


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


class Members(Mapping[str, Content]):
    """The members of an archive by name, in the order of a bundle; each is read when it is asked for."""

    def __init__(self, source: ArchiveBytes, places: Mapping[str, tuple[int, int]]) -> None:
        self.source = source
        self._places = places

    def __getitem__(self, name: str) -> Content:
        return self.source.read(*self._places[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def place(self, name: str) -> int:
        """The place of a member's first byte."""
        return self._places[name][0]

    def size(self, name: str) -> int:
        """The number of a member's bytes."""
        return self._places[name][1]

    def pieces(self, name: str) -> Iterator[Content]:
        """The content of a member in pieces, so that a large one is not in memory at once."""
        return pieces(self.source, *self._places[name])


@dataclass(frozen=True, slots=True)
class UnpackedBundle:
    """An archive's members, its limits, and its `bundle/layout` error, or None."""

    members: Members
    limits: BundleLimits
    fault: ContainerError | None


def unpack(data: bytes) -> dict[str, bytes]:
    """The members of a bundle's archive, in their order; raises ContainerError."""
    archive = read_archive(data)
    if archive.fault:
        raise archive.fault
    return {name: bytes(content) for name, content in archive.members.items()}


def read_archive(data: Content | BinaryIO, *kinds: str) -> UnpackedBundle:
    """Read the archive in these bytes or this file, also if it is damaged, so that the damage can be named.

    It has the limits of the kind that its manifest states if that is one of `kinds`, by default any, else
    those of a game. The manifest also decides which members are required.

    Raises `ContainerError` if the members cannot be determined or exceed the limits.
    """
    source = source_of(data)
    possible = {kind.name: limits_of(kind.name) for kind in KINDS if not kinds or kind.name in kinds}
    most = max(possible.values(), key=lambda limits: limits.size)
    _check_size(source, most)
    entries = _entries(source)
    _check_entries(entries, source.size)
    places = {entry.name: _placed(source, entry) for entry in entries}
    _check_present(places)
    limits = possible.get(_stated_kind(source, places[MANIFEST], most.manifest), FEW_GAMES)
    members = Members(source, {name: places[name] for name in _in_order(places, limits)})
    _check_size(source, limits)
    _check_counts(members, limits)
    return UnpackedBundle(members, limits, None if _is_packed(members) else _layout(entries, members))


def _too_large(limits: BundleLimits) -> ContainerError:
    counts = f"{limits.entries} entries, {limits.lines} lines or {limits.values} values"
    return ContainerError("bundle/too-large", f"more than {limits.size} bytes, {counts}")


def _check_size(source: ArchiveBytes, limits: BundleLimits) -> None:
    if source.size > limits.size:
        raise _too_large(limits)


def _entries(source: ArchiveBytes) -> Sequence[Entry]:
    try:
        return directory.entries(source)
    except NoDirectory as error:
        raise ContainerError("bundle/not-zip", f"not a zip archive: {error}") from error
    except LongDirectory as error:
        text = f"its directory has more than {directory.MOST_BYTES} bytes"
        raise ContainerError("bundle/too-large", text) from error


def _check_entries(entries: Sequence[Entry], size: int) -> None:
    """Check names, methods and sizes; members that claim more than there is could be the same bytes again."""
    most = max(kind.most_games for kind in KINDS.series)
    seen: set[str] = set()
    for entry in entries:
        name, shown = entry.name, repr(entry.name[:_LONGEST_NAME])
        game = _GAME.fullmatch(name)
        if name not in OWN_MEMBERS and not (game and int(game[1]) <= most):
            allowed = f"{', '.join(OWN_MEMBERS)}, {series_game(1)} … {series_game(most)}"
            raise ContainerError("bundle/path", f"{shown} is none of {allowed}")
        if name in seen:
            raise ContainerError("bundle/duplicate", f"{shown} is there twice")
        if entry.method != ZIP_STORED:
            raise ContainerError(
                "bundle/compressed", f"{shown} is compressed: members are stored, a zip bomb could hide there"
            )
        seen.add(name)
    if sum(entry.size for entry in entries) > size:
        raise ContainerError("bundle/too-large", f"its members claim more than its {size} bytes")


def _check_present(names: Collection[str]) -> None:
    missing = [name for name in SERIES_MEMBERS if name not in names]
    if missing:
        raise ContainerError("bundle/missing", f"there is no {', '.join(missing)}")


def _placed(source: ArchiveBytes, entry: Entry) -> tuple[int, int]:
    """The place of a member's first byte, and its size as the directory states it; the CRC is not checked."""
    local = bytes(source.read(entry.place, _LOCAL_SIZE))
    if len(local) < _LOCAL_SIZE or not local.startswith(LOCAL):
        raise ContainerError("bundle/layout", f"{entry.name} is not where the directory says")
    return entry.place + _LOCAL_SIZE + sum(struct.unpack_from("<2H", local, _LENGTHS)), entry.size


def _stated_kind(source: ArchiveBytes, place: tuple[int, int], longest: int) -> str:
    """The kind in the manifest at this place; empty if it cannot be read, which the verifier reports."""
    start, size = place
    try:
        kind = parse_canonical(bytes(source.read(start, min(size, longest))))["kind"]
    except (NotCanonical, TypeError, KeyError):
        return ""
    return kind if isinstance(kind, str) else ""


def _in_order(names: Collection[str], limits: BundleLimits) -> Iterable[str]:
    """The names in the order of a bundle with these limits."""
    games = sorted(int(found[1]) for name in names if (found := _GAME.fullmatch(name)))
    first, *others = (name for name in OWN_MEMBERS if name in names)
    others += map(series_game, games)
    return (*others, first) if limits.one_by_one else (first, *others)


def _check_counts(members: Members, limits: BundleLimits) -> None:
    """Check the numbers of entries, lines and values: of all, or of a series without its games."""
    if limits.one_by_one:
        own = [name for name in members if name in (*SERIES_MEMBERS, PROOF)]
        size, entries = sum(map(members.size, own)), len(members)
        _, lines, values = _counted(piece for name in own for piece in members.pieces(name))
    else:
        size, (entries, lines, values) = 0, _counted(pieces(members.source))
    if size > FEW_GAMES.size or entries > limits.entries or lines > limits.lines or values > limits.values:
        raise _too_large(limits)


def _counted(content: Iterable[Content]) -> tuple[int, int, int]:
    """The numbers of zip entries, line feeds, and commas and opening brackets."""
    entries = lines = values = 0
    before = b""
    for piece in map(bytes, content):
        entries += (before + piece).count(CENTRAL)
        lines += piece.count(b"\n")
        values += sum(map(piece.count, (b",", b"[", b"{")))
        before = piece[-len(CENTRAL) + 1 :]
    return entries, lines, values


def _is_packed(members: Members) -> bool:
    """True if `pack` gives the archive's bytes for the members; compared piece by piece, without a copy."""
    headers, read = Headers(), members.source.read
    for name in members:
        place = headers.place
        header = headers.header(name, _checksum(members, name), members.size(name))
        if read(place, len(header)) != header or members.place(name) != place + len(header):
            return False
    place, rest = headers.place, headers.directory()
    return members.source.size == place + len(rest) and read(place, len(rest)) == rest


def _checksum(members: Members, name: str) -> int:
    checksum = 0
    for piece in members.pieces(name):
        checksum = crc32(piece, checksum)
    return checksum


def _layout(entries: Sequence[Entry], members: Members) -> ContainerError:
    """The error of an archive that differs from the bytes that `pack` writes for its members."""
    damaged = [entry.name for entry in entries if _checksum(members, entry.name) != entry.checksum]
    text = (
        f"the checksum of {', '.join(damaged)} is another: the bytes were changed"
        if damaged
        else "written again the members give other bytes: their order, times, modes, extra fields, comments "
        "or what stands around them are not those of a bundle"
    )
    return ContainerError("bundle/layout", text)
