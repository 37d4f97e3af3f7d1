"""What a channel is that sends messages, and what can come of sending one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from service.channels.targets import Known
from service.notices.inboxes.reading import Spoken


@dataclass(frozen=True, slots=True)
class Message:
    """A message to one target: the notices it tells of, the oldest first, all true and unread at this moment.

    `id` is 32 hexadecimal digits, and the same where the message is sent again; `since` is when it was to be
    sent first, in ms UTC; `timezone` is the player's.
    """

    id: str
    notices: Sequence[Spoken]
    since: int
    timezone: str = "UTC"


@dataclass(frozen=True, slots=True)
class Sent:
    """It was taken; the courier says when, in ms UTC, and None where nothing was left to be sent."""

    at: int | None = None


@dataclass(frozen=True, slots=True)
class Later:
    """It was not taken now, and may be later, after `after_ms` where the other side asks for that."""

    why: str
    after_ms: int = 0


@dataclass(frozen=True, slots=True)
class Postponed:
    """It was not tried, since others are being sent there; it is to be tried after `ms`."""

    ms: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """Nothing will be taken there any more; the player is shown why, a stable code."""

    why: str


@dataclass(frozen=True, slots=True)
class Gone:
    """There is no such target any more."""


Outcome = Sent | Later | Postponed | Stopped | Gone


class Channel(Protocol):
    """A way to tell players of notices."""

    def send(self, known: Known, message: Message) -> Outcome:
        """Send a message to a target; at least once, as far as the other side tells."""
