"""Archives for tests: objects in memory that can be unavailable, lost or tampered with."""

from collections.abc import Callable
from dataclasses import dataclass, field

from replays.archive.archive import Archive
from replays.archive.objects import Objects
from replays.encoding.identity import GameId
from replays.log.event_log import ArchiveAway, EventLog, Head

LONG_AFTER = 9_999_999_999_999
"""A time, in ms, at which every game has been over for long enough."""


@dataclass
class Kept:
    """The `Objects` in a dict; `before` is called with each request's kind and may raise."""

    content: dict[str, bytes] = field(default_factory=dict)
    before: Callable[[str], object] = lambda _: None

    def put(self, name: str, content: bytes) -> None:
        """Store the content, unless the name exists."""
        self.before("put")
        self.content.setdefault(name, content)

    def get(self, name: str) -> bytes | None:
        """Return the stored content, or None."""
        self.before("get")
        return self.content.get(name)


def away(_: str) -> None:
    """Refuse a request, like an unavailable archive."""
    raise ArchiveAway("nobody answers")


def eager(objects: Objects) -> Archive:
    """Return an archive of these objects without a cache, which retries at once after it was unavailable."""
    seconds = iter(range(0, 10**9, 100))
    return Archive(objects, size=0, clock=lambda: next(seconds))


def archive_stream(log: EventLog, archive: Archive, stream: GameId) -> Head:
    """Archive a stream as it is, whatever its events are, and return its head."""
    events = log.read(stream)
    head = Head(events[-1].version, events[-1].hash)
    archive.put(stream, events)
    archive.verify(stream, events)
    log.entomb(stream, head)
    return head
