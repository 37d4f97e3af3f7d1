"""The interface of a channel that sends messages, and the possible outcomes of a send."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from service.application.channels.targets import Known
from service.application.notices.inboxes.reading import Spoken


@dataclass(frozen=True, slots=True)
class NoticeMessage:
    """A message to one target: its notices, the oldest first, all of them true and unread at this moment.

    `id` is 32 hexadecimal digits, and a retry has the same one; `since` is the time of the first attempt, in
    ms UTC; `timezone` is the player's, and `unread` the number of their unread notices.
    """

    id: str
    notices: Sequence[Spoken]
    since: int
    timezone: str = "UTC"
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Sent:
    """The message was accepted; the courier sets `at`, in ms UTC, and leaves None if nothing was sent."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """The message was not accepted now; retry later, not before `after_ms` if the receiver asks for that."""

    why: str
    after_ms: int = 0


@dataclass(frozen=True, slots=True)
class Postponed:
    """The send was not attempted, because other calls to this host are running; try it after `ms`."""

    ms: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The target accepts no more messages; `why` is a stable code, which the player is shown."""

    why: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """The receiver never accepts this message, but may accept others; its notices are on the pages only."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The target no longer exists."""


Outcome = Sent | Later | Postponed | Skipped | Stopped | Gone


class Channel(Protocol):
    """A way to notify players."""

    def send(self, known: Known, message: NoticeMessage) -> Outcome:
        """Send a message to a target: at least once, as far as the receiver's responses show."""
