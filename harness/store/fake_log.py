"""The log on a fake server in memory, which runs the scripts in Lua; it ends with the process."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from fakeredis import FakeRedis, FakeServer
from redis import Redis

from replays.archive.archive import NO_ARCHIVE, Archive
from replays.encoding.entries import RawEntry
from replays.encoding.identity import GameId
from replays.log.feeds import FeedEntry
from replays.streams import keys
from replays.streams.event_log import StreamsEventLog
from replays.streams.tombstones import raw_entries


def fake_store() -> Redis:
    """A client of a fake server of its own."""
    return FakeRedis(server=FakeServer())


class FakeEventLog(StreamsEventLog):
    """The log on `store`, a fake server."""

    def __init__(self, archive: Archive = NO_ARCHIVE) -> None:
        self.store = fake_store()
        super().__init__(self.store, self.store, archive)

    @contextmanager
    def damaging(self, game: GameId) -> Iterator[list[RawEntry]]:
        """Give the entries of the game's stream; what the caller makes of them is written in their place."""
        entries = raw_entries(self.store.xrange(keys.stream(game)))
        yield entries
        self.store.delete(keys.stream(game))
        for entry in entries:
            fields: dict[Any, Any] = {**entry.fields}
            self.store.xadd(keys.stream(game), fields, id=entry.id)

    def claim_new(self, group: str, consumer: str, block_ms: int, count: int = 100) -> list[FeedEntry]:
        """Create the group before: a feed without a key would be another error than on real servers."""
        self.join(group)
        return super().claim_new(group, consumer, block_ms, count)
