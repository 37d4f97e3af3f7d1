"""Files of up to 64 MiB that cost a verifier as much as possible."""

import struct
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, count
from typing import Any
from zipfile import ZIP_STORED

from harness.audit.audits import SERVICE, bundle, dynasty_of
from harness.audit.forging import Forger, Record, chained, written
from replays.audit.bundle.packing import pack
from replays.commands.series import FEW_GAMES
from replays.encoding.canonical import LONGEST, canonical
from replays.match.deciding.outages import MOST_IN_A_TURN

EVENTS = "events.ndjson"
ROOM = 200_000
"""A generous bound on the bytes of the other members of a bundle."""

DAY = 86_400_000
YEAR = 365 * DAY
CLOCK = {"policy": "per_turn", "seconds": 7_776_000}
BY_SYSTEM = {"actor": "system", "cause": "system", "seat": None}
PAUSE = {"from": "22:00", "timezone": "Europe/Berlin", "to": "07:00", "weekdays": ["sat", "sun"]}


def _chained(forger: Forger, events: Iterable[Record]) -> bytes:
    """The bundle of these events, with correct versions, chain, head and list."""
    forger.events = [{**event, "version": version} for version, event in enumerate(events, start=1)]
    forger.members[EVENTS] = written(chained(forger.game, forger.events))
    return forger.sealed()


def _begun(**options: Any) -> Forger:
    """A game of two players up to the first drawn king."""
    forger = Forger(bundle(2), SERVICE)
    forger.data("GameCreated")["options"] = options
    del forger.events[forger.at("KingDrawn") + 1 :]
    return forger


def _by(seat: int, kind: str, at: int, **data: Any) -> Record:
    fields = {"actor": f"player-{seat}", "at": at, "cause": "player", "data": data, "hash": "", "schema": 1}
    return {**fields, "seat": seat, "type": kind}


def member(name: str, size: int, piece: bytes) -> bytes:
    """A game in which this member repeats the piece and is listed in the manifest."""
    forger = Forger(bundle(2), SERVICE)
    content = (piece * (size // len(piece) + 1))[: max(size - ROOM, len(piece))]
    if name == "manifest.json":
        return pack({**forger.members, name: content})
    forger.members[name] = content
    return forger.listed()


def arrays(size: int) -> bytes:
    """Events of nearly 1 MiB each, with empty arrays, which take 20 times their size when parsed."""
    forger = Forger(bundle(2), SERVICE)
    length = min(LONGEST - 1000, size)
    data: list[list[int]] = [[] for _ in range(length // 3)]
    events = [{**forger.events[0], "data": {"a": data}} for _ in range(max(1, (size - ROOM) // length))]
    return _chained(forger, [*forger.events[:1], *events])


def vacations(size: int, *, pause: bool = False) -> bytes:
    """A turn of centuries, with as many vacations of a second as the years have vacation days."""
    offsets = {"offsets": [[1_000_000 * n, 3600 * (n % 2)] for n in range(1000)]} if pause else {}
    forger = _begun(clock={**CLOCK, "pause": PAUSE} if pause else CLOCK, **offsets)
    start = forger.events[-1]["at"]
    spans = [start + year * YEAR + day * DAY for year in range(1 + size // 10_000) for day in range(28)]
    told = (
        _by(0, kind, at + later)
        for at in spans
        for later, kind in ((0, "VacationBegan"), (1000, "VacationEnded"))
    )
    return _chained(forger, [*forger.events, *_filling(told, size)])


def outages(size: int) -> bytes:
    """A turn with as many outages as it can have, and then as many vacations of no time as fit."""
    forger = _begun(clock=CLOCK)
    start = forger.events[-1]["at"]
    away = (
        {**_by(0, "OutageRecorded", at + 2, began=at, ended=at + 1, grace=0, reason="away"), **BY_SYSTEM}
        for at in range(start, start + 3 * MOST_IN_A_TURN, 3)
    )
    told = (
        _by(0, kind, start + 3 * MOST_IN_A_TURN)
        for _ in count()
        for kind in ("VacationBegan", "VacationEnded")
    )
    return _chained(forger, [*forger.events, *_filling(chain(away, told), size)])


def takeovers(size: int, length: int = 1) -> bytes:
    """A seat that is repeatedly left and taken over, by players with ids of this length."""
    forger = _begun()
    at, seat = forger.events[-1]["at"], 1 - forger.events[-1]["seat"]
    names = (f"{number}".rjust(length, "p") for number in count())

    def told() -> Iterable[Record]:
        name = f"player-{seat}"
        while True:
            yield {**_by(seat, "SeatLeft", at, policy="steady-1", reason="resigned"), "actor": name}
            name = next(names)
            yield {**_by(seat, "SeatTakenOver", at, player=name), "actor": name}

    return _chained(forger, [*forger.events, *_filling(told(), size)])


def backwards(size: int) -> bytes:
    """Each event is earlier than the one before, and so a fault of its own."""
    forger = _begun()
    told = (_by(0, "EndAgreed", 10**6 - number) for number in count())
    return _chained(forger, [*forger.events, *_filling(told, size)])


def _filling(events: Iterable[Record], size: int) -> Iterable[Record]:
    """As many events as a file of this size can hold, in bytes and in lines."""
    left = size - ROOM
    for _, event in zip(range(min(FEW_GAMES.lines, size) - 1000), events, strict=False):
        left -= len(canonical(event)) + 80
        if left < 0:
            return
        yield event


def within_a_dynasty(size: int) -> bytes:
    """A dynasty whose first game is as large as possible."""
    forger = Forger(dynasty_of(), SERVICE)
    forger.members["games/1.zip"] = takeovers(size - ROOM, 1000)
    return forger.sealed()


def long_names(size: int) -> bytes:
    """A directory of 999 entries with the longest possible names."""
    name, entries = b"\xff" * min(65_535, size // 2000), min(999, size // 100)
    common = struct.pack("<5H3L2H", 20, 0, ZIP_STORED, 0, 33, 0, 0, 0, len(name), 0)
    local = b"PK\x03\x04" + common + name
    entry = b"PK\x01\x02" + b"\x14\x03" + common + struct.pack("<3H2L", 0, 0, 0, 0, 0) + name
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, entries, entries, len(entry) * entries, len(local), 0)
    return local + entry * entries + end


HOSTILE: Mapping[str, Callable[[int], bytes]] = {
    "line feeds": lambda size: member(EVENTS, size, b"\n"),
    "one line": lambda size: member(EVENTS, size, b"a"),
    "one line of arrays": lambda size: member(EVENTS, size, b"[],"),
    "events of arrays": lambda size: arrays(min(size, ROOM + FEW_GAMES.values * 4 // 3)),
    "vacations": vacations,
    "vacations with a pause": lambda size: vacations(size, pause=True),
    "outages": outages,
    "takeovers": takeovers,
    "takeovers by long ids": lambda size: takeovers(size, 1000),
    "times backwards": backwards,
    "a game in a dynasty": within_a_dynasty,
    "manifest of arrays": lambda size: member("manifest.json", size, b"[],"),
    "long signature": lambda size: member("signature.json", size, b"[],"),
    "long result": lambda size: member("result.json", size, b"0"),
    "long text": lambda size: member("VERIFY.md", size, b"0"),
    "long names": long_names,
    "zeros": bytes,
}
"""By name, a function from a size in bytes to a hostile file of about that size."""

LARGEST = FEW_GAMES.size
"""The size at which these files cost the most: a larger file is refused unread."""
