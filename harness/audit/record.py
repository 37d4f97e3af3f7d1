"""The public record of a game, rebuilt only from what the service serves."""

from collections.abc import Iterable, Mapping
from typing import Any

from replays.encoding.canonical import canonical
from replays.encoding.chain import genesis, link
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId, Version

Event = Mapping[str, Any]


def stored(events: Iterable[Event]) -> list[StoredEvent]:
    """The stored form of public events: the hashed bytes and the hash."""
    return [
        StoredEvent(
            Version(event["version"]),
            canonical({name: value for name, value in event.items() if name != "hash"}),
            event["hash"],
        )
        for event in events
    ]


def check_chain(game: str, events: Iterable[Event]) -> list[StoredEvent]:
    """The stored form of a whole record; asserts that its versions have no gap and its hashes are right."""
    record = stored(events)
    assert [event.version for event in record] == list(range(1, len(record) + 1))
    assert verify(GameId(game), ((event.body, event.hash) for event in record)) is None
    return record


def verify(game: GameId, events: Iterable[tuple[bytes, str]]) -> Version | None:
    """Return the version of the first event whose stored hash is wrong, or None if all are right.

    `events` are the canonical bytes and hash texts of versions 1, 2, 3 …, in this order.
    """
    running = genesis(game)
    for number, (e, stored) in enumerate(events, start=1):
        running = link(running, e)
        if running.hex() != stored:
            return Version(number)
    return None
