"""Records for tests: events, appends and ids of games, both valid and damaged."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from replays.encoding.canonical import canonical
from replays.encoding.chain import link
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId, Version, derived_game_id, parse_game_id
from replays.encoding.packed import pack, unpack
from replays.log.event_log import Append, CommandId, EventLog, Head, IndexChange, StoredEvent

GAME = derived_game_id("suite", "game")
CREATED = 1_700_000_000_000
OPEN = IndexChange(CREATED, None, "open", ("ann",))
STILL = IndexChange(CREATED, "open", "open")
ASKED = CommandId("ann/1", "aa" * 32)


def body(version: int, kind: str = "DominoPlaced", **data: Any) -> dict[str, Any]:
    """Return the object of an event."""
    return {
        "actor": "ann",
        "at": CREATED + version,
        "cause": None,
        "data": data,
        "schema": 1,
        "seat": 0,
        "type": kind,
        "version": version,
    }


def chained(after: Head, bodies: Iterable[bytes]) -> tuple[StoredEvent, ...]:
    """Return these bodies as the events after `after`."""
    events: list[StoredEvent] = []
    running = bytes.fromhex(after.hash)
    for version, text in enumerate(bodies, start=after.version + 1):
        running = link(running, text)
        events.append(StoredEvent(Version(version), text, running.hex()))
    return tuple(events)


def following(after: Head, count: int = 1, **data: Any) -> tuple[StoredEvent, ...]:
    """Return `count` valid events after `after`."""
    return chained(after, (canonical(body(after.version + n, **data)) for n in range(1, count + 1)))


def raw_entry(event: StoredEvent) -> RawEntry:
    """Return the entry in which the event is stored."""
    return RawEntry(f"{event.version}-0", {b"p": pack(event.body, event.hash)})


def plain(fields: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    """Return the fields of any stream's entry, with the event of a packed one in the older form."""
    if b"p" not in fields:
        return {**fields}
    text, chain_hash = unpack(fields[b"p"])
    return {b"e": text, b"h": chain_hash.encode("ascii")}


def older_entry(event: StoredEvent) -> RawEntry:
    """Return the entry in which versions before packed events stored the event."""
    return RawEntry(f"{event.version}-0", {b"e": event.body, b"h": event.hash.encode("ascii")})


def first(game: GameId = GAME, count: int = 1, **changes: Any) -> Append:
    """Return the append that creates a game."""
    start = Head.genesis(game)
    return replace(Append(game, start, following(start, count), OPEN), **changes)


def later(log: EventLog, game: GameId = GAME, count: int = 1, **changes: Any) -> Append:
    """Return an append at the game's present head."""
    head = log.head(game) or Head.genesis(game)
    return replace(Append(game, head, following(head, count), STILL), **changes)


def games(count: int) -> list[GameId]:
    """Return this number of game ids, at most 256, in the partitions 0 .. 15 in turn."""
    return [
        parse_game_id(f"{derived_game_id('suite', str(number))[:-2]}{number:02x}") for number in range(count)
    ]


def damaged_thirds() -> dict[str, list[RawEntry]]:
    """Return, by the code of the fault, the entries in place of the third event."""
    good = following(Head.genesis(GAME), 3)
    third, older = raw_entry(good[2]), older_entry(good[2])
    packed = third.fields[b"p"]
    before = Head(good[1].version, good[1].hash)

    def with_body(text: bytes) -> list[RawEntry]:
        return [raw_entry(chained(before, [text])[0])]

    def instead(**fields: bytes) -> list[RawEntry]:
        return [third._replace(fields={name.encode(): value for name, value in fields.items()})]

    def changed(**fields: bytes) -> list[RawEntry]:
        new = {name.encode(): value for name, value in fields.items()}
        return [older._replace(fields={**older.fields, **new})]

    return {
        "log/gap": [],
        "log/entry-id": [third._replace(id="3-1")],
        "log/fields": instead(h=older.fields[b"h"]),
        "log/fields#no hash": instead(e=older.fields[b"e"]),
        "log/fields#more": changed(x=b""),
        "log/fields#more packed": instead(p=packed, x=b""),
        "log/fields#both forms": changed(p=packed),
        "log/fields#empty": instead(p=b""),
        "log/fields#cut off": instead(p=packed[:-1]),
        "log/fields#longer": instead(p=packed + b"\0"),
        "log/fields#not compressed": instead(p=packed[:32] + good[2].body),
        "log/not-canonical": with_body(good[2].body.replace(b":", b": ", 1)),
        "log/not-canonical#no text": with_body(b"\xff\x00"),
        "log/keys": with_body(canonical({**body(3), "more": 1})),
        "log/keys#no object": with_body(b"[]"),
        "log/version": with_body(canonical({**body(3), "version": 4})),
        "log/version#true": with_body(canonical({**body(3), "version": True})),
        "log/chain": changed(h=b"00" * 32),
        "log/chain#changed": changed(e=canonical(body(3, x=1))),
        "log/chain#case": changed(h=older.fields[b"h"].upper()),
        "log/chain#no text": changed(h=b"\xff"),
        "log/chain#packed": instead(p=bytes(32) + packed[32:]),
        "log/chain#changed packed": instead(p=pack(canonical(body(3, x=1)), good[2].hash)),
    }
