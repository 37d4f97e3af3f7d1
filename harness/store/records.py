"""Records for tests: events, appends and ids of games, both valid and damaged."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from replays.encoding.canonical import canonical
from replays.encoding.chain import link
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId, Version, derived_game_id, parse_game_id
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
    third = raw_entry(good[2])
    before = Head(good[1].version, good[1].hash)

    def instead(text: bytes) -> list[RawEntry]:
        return [raw_entry(chained(before, [text])[0])]

    return {
        "log/gap": [],
        "log/entry-id": [replace(third, id="3-1")],
        "log/fields": [replace(third, fields={b"h": third.fields[b"h"]})],
        "log/fields#no hash": [replace(third, fields={b"e": third.fields[b"e"]})],
        "log/fields#more": [replace(third, fields={**third.fields, b"x": b""})],
        "log/not-canonical": instead(good[2].body.replace(b":", b": ", 1)),
        "log/not-canonical#no text": instead(b"\xff\x00"),
        "log/keys": instead(canonical({**body(3), "more": 1})),
        "log/keys#no object": instead(b"[]"),
        "log/version": instead(canonical({**body(3), "version": 4})),
        "log/version#true": instead(canonical({**body(3), "version": True})),
        "log/chain": [replace(third, fields={**third.fields, b"h": b"00" * 32})],
        "log/chain#changed": [replace(third, fields={**third.fields, b"e": canonical(body(3, x=1))})],
        "log/chain#case": [replace(third, fields={**third.fields, b"h": third.fields[b"h"].upper()})],
        "log/chain#no text": [replace(third, fields={**third.fields, b"h": b"\xff"})],
    }
