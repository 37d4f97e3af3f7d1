"""Games to be replayed, which nobody has to play: they are put straight into a service's log."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from replays import clients
from replays.canonical import canonical
from replays.identity import GameId, Version
from replays.log import Append, EventLog, Head, IndexChange, StoredEvent
from replays.streams import StreamsEventLog
from tests.support.games import finish, seeded, tables_on
from tests.support.service import KEY, Account, Service


@contextmanager
def log_of(service: Service) -> Iterator[EventLog]:
    """Give the service's log."""
    with clients.writer(service.store_url) as writer, clients.reader(service.store_url) as reader:
        yield StreamsEventLog(writer, reader)


def finished(service: Service, players: Sequence[Account], **rules: Any) -> str:
    """Return the id of a game that these have played to its score, with random legal moves."""
    game = GameId(service.table(players, **rules))
    with log_of(service) as log:
        tables = tables_on(log, KEY)
        finish(tables, game, seeded(len(players)))
        tables.settle(game)
    return game


def put(service: Service, game: GameId, events: Sequence[dict[str, Any]]) -> None:
    """Put a game that was played elsewhere into the service's log, by its public events."""
    stored = tuple(
        StoredEvent(
            Version(event["version"]),
            canonical({name: value for name, value in event.items() if name != "hash"}),
            event["hash"],
        )
        for event in events
    )
    with log_of(service) as log:
        log.append(Append(game, Head.genesis(game), stored, IndexChange(events[0]["at"], None, "scored")))
