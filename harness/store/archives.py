"""Archives to test with: objects in memory that can be away, lost or tampered with."""

from collections.abc import Callable
from dataclasses import dataclass, field

from replays.archive.archive import Archive
from replays.archive.objects import Objects
from replays.encoding.identity import GameId
from replays.log.event_log import ArchiveAway, EventLog, Head

LONG_AFTER = 9_999_999_999_999
"""A moment, in ms, by which everything was over for long enough."""


@dataclass
class Kept:
    """The `Objects` in a dict; `before` is called with each request's kind and may raise."""

    content: dict[str, bytes] = field(default_factory=dict)
    before: Callable[[str], object] = lambda _: None

    def put(self, name: str, content: bytes) -> None:
        """Keep it, unless there is one."""
        self.before("put")
        self.content.setdefault(name, content)

    def get(self, name: str) -> bytes | None:
        """Return what is kept."""
        self.before("get")
        return self.content.get(name)


def away(_: str) -> None:
    """Refuse a request."""
    raise ArchiveAway("nobody answers")


def eager(objects: Objects) -> Archive:
    """Return an archive of these objects that remembers none, and asks again at once after it was away."""
    seconds = iter(range(0, 10**9, 100))
    return Archive(objects, size=0, clock=lambda: next(seconds))


def archive_stream(log: EventLog, archive: Archive, stream: GameId) -> Head:
    """Move a stream as it is, whatever is in it, and return its head."""
    events = log.read(stream)
    head = Head(events[-1].version, events[-1].hash)
    archive.put(stream, events)
    archive.verify(stream, events)
    log.entomb(stream, head)
    return head
