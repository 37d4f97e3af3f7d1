"""The entries of a game's stream: the stored event, and the check that finds the first damaged one.

An entry has the id `<version>-0` and the field `p`, the packed event (`packed.py`). Older
entries have the fields `e`, the event's canonical JSON, and `h`, its chain hash in hexadecimal; a stream may
have both. A stream can be damaged by a disk, an operator or an attacker. So reading guarantees less than
writing: a stored event has exactly the stored bytes, which may not be a valid event. `check` finds that out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from replays.encoding.canonical import NotCanonical, parse_canonical
from replays.encoding.chain import genesis, link
from replays.encoding.identity import GameId, Version
from replays.encoding.packed import HASH_BYTES, unpack

KEYS = ("actor", "at", "cause", "data", "schema", "seat", "type", "version")
"""All keys of an event's object, in their canonical order."""

_AFTER_HASH = b',"schema":'
"""The text after the place of "hash" in the order of keys. Its last occurrence is the event's own key, since
only a number, null and texts follow it, and quotation marks in a text are escaped."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A stored event: `body` is its canonical JSON, `hash` its chain hash in hexadecimal."""

    version: Version
    body: bytes
    hash: str
    _record: Mapping[str, Any] | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def record(self) -> Mapping[str, Any]:
        """The body's object, parsed once; raises ValueError if the body is not JSON."""
        if self._record is None:
            object.__setattr__(self, "_record", orjson.loads(self.body))
        assert self._record is not None  # noqa: S101 - set above
        return self._record

    @property
    def type(self) -> str:
        """The event's type, read from the end of its canonical body, without parsing it."""
        return self.body.rsplit(b'"', 4)[-4].decode()

    def unread(self) -> "StoredEvent":
        """Return the same event without its parsed body, to save memory for long streams."""
        return StoredEvent(self.version, self.body, self.hash)

    def public(self) -> dict[str, Any]:
        """Return the public form of the event: the body's object and "hash"."""
        return {**self.record, "hash": self.hash}

    def public_bytes(self) -> bytes:
        """Return the canonical JSON of `public()`, without parsing; raises ValueError for an invalid body."""
        place = self.body.rindex(_AFTER_HASH)
        return b'%b,"hash":"%b"%b' % (self.body[:place], self.hash.encode(), self.body[place:])


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a game's stream: the last version and its hash in hexadecimal."""

    version: Version
    hash: str

    @classmethod
    def genesis(cls, game: GameId) -> "Head":
        """Return the head of a game without events."""
        return cls(Version(0), genesis(game).hex())


class RawEntry(NamedTuple):
    """An undecoded entry of a stream: its id as text and its fields."""

    id: str
    fields: Mapping[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first fault in a stream: the version expected at that place, a stable code, and a text.

    Codes: `log/entry-id` (not `<version>-0`), `log/gap` (a version is missing or out of order),
    `log/fields` (not exactly `p`, or `e` and `h`; or `p` is no packed event), `log/not-canonical`, `log/keys`
    (not exactly the eight), `log/version` (the body names another version), `log/chain` (the hash is not the
    chain's).
    """

    version: Version
    code: str
    text: str


class ReadEvents(list[StoredEvent]):
    """Consecutive events of a stream; `fault` is that of the entry after them, None if there is none."""

    fault: Fault | None = None


class _Damaged(Exception):  # noqa: N818 - internal, carries a code
    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def hash_text(stored: bytes) -> str:
    """Return a hash in hexadecimal from its stored form: 32 bytes, or the hexadecimal digits."""
    return stored.hex() if len(stored) == HASH_BYTES else stored.decode("ascii", "replace")


def head_of(entry: RawEntry) -> Head:
    """Return the head from the last entry, as far as it can be read; without a hash, that is empty."""
    packed = entry.fields.get(b"p", b"")[:HASH_BYTES]
    return Head(Version(int(entry.id.partition("-")[0])), hash_text(packed or entry.fields.get(b"h", b"")))


def readable(entries: Iterable[RawEntry], after: int) -> ReadEvents:
    """Return the events from version `after + 1` on, up to the first entry that is not the next one.

    An entry is the next one if its id has the next version and it has the fields of an event; that these
    continue the chain is not checked. Another one is the fault of the result.
    """
    events = ReadEvents()
    try:
        for entry in entries:
            events.append(_event(entry, Version(after + len(events) + 1)))
    except _Damaged as damage:  # reading ends here
        events.fault = Fault(Version(after + len(events) + 1), damage.code, str(damage))
    return events


def check(game: GameId, entries: Iterable[RawEntry]) -> tuple[list[StoredEvent], Fault | None]:
    """Return the events from version 1 to the first fault, and that fault or None."""
    good: list[StoredEvent] = []
    running = genesis(game)
    try:
        for entry in entries:
            event = _event(entry, Version(len(good) + 1))
            _check_body(event)
            running = link(running, event.body)
            if running.hex() != event.hash:
                raise _Damaged("log/chain", f"the hash is {event.hash}, the chain gives {running.hex()}")
            good.append(event)
    except _Damaged as damage:
        return good, Fault(Version(len(good) + 1), damage.code, str(damage))
    return good, None


def check_end(game: GameId, last: Sequence[RawEntry], length: int) -> Fault | None:
    """Return the fault at the end of a stream of this length, given its last two entries, in order, or fewer.

    It is not checked whether earlier entries are valid, but all of them are there if the last one's id is the
    stream's length.
    """
    if not last:
        return Fault(Version(1), "log/gap", "there is no entry")
    try:
        event = _event(last[-1], Version(length))
        _check_body(event)
        before = bytes.fromhex(head_of(last[0]).hash) if len(last) > 1 else genesis(game)
        if link(before, event.body).hex() != event.hash:
            raise _Damaged("log/chain", f"the hash {event.hash} does not continue the chain")
    except _Damaged as damage:
        return Fault(Version(length), damage.code, str(damage))
    except ValueError:
        return Fault(Version(length - 1), "log/fields", "the hash is not hexadecimal")
    return None


def _event(entry: RawEntry, version: Version) -> StoredEvent:
    if entry.id != f"{version}-0":
        code = "log/gap" if entry.id.endswith("-0") else "log/entry-id"
        raise _Damaged(code, f"the entry's id is {entry.id}, not {version}-0")
    try:
        return StoredEvent(version, *_body_and_hash(entry.fields))
    except ValueError as error:
        raise _Damaged("log/fields", str(error)) from error


def _body_and_hash(fields: Mapping[bytes, bytes]) -> tuple[bytes, str]:
    if len(fields) == 1 and b"p" in fields:
        return unpack(fields[b"p"])
    if fields.keys() != {b"e", b"h"}:
        raise ValueError(f"the fields are {sorted(fields)}, not p, nor e and h")
    return fields[b"e"], fields[b"h"].decode("ascii", "replace")


def _check_body(event: StoredEvent) -> None:
    try:
        record = parse_canonical(event.body)
    except NotCanonical as error:
        raise _Damaged("log/not-canonical", str(error)) from error
    if not isinstance(record, dict) or tuple(record) != KEYS:
        raise _Damaged("log/keys", f"the body is not an object of exactly {', '.join(KEYS)}")
    if type(record["version"]) is not int or record["version"] != event.version:
        raise _Damaged("log/version", f"the body says version {record['version']!r}")
