"""What a player wants to be told, by which channel, and when."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Self

from service.channels.target import EMAIL, PUSH

MOST_MUTED = 500
"""At how many tables a player may mute notices."""


class Digest(Enum):
    """How notices are gathered: told at once, at the end of the hour, or at one hour of the day."""

    AT_ONCE = "at_once"
    HOURLY = "hourly"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted of one channel: whether it tells at all, how it gathers, the kinds that it leaves out.

    `hour` is that of a daily digest, 0 to 23, in the player's time zone. A kind that is not left out is told,
    so one that a later release adds is told too.
    """

    on: bool = True
    digest: Digest = Digest.AT_ONCE
    hour: int = 8
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours in which nothing is sent, between these minutes of the day (0 to 1439), maybe over midnight."""

    begin: int
    end: int


DEFAULTS: Mapping[str, Wishes] = MappingProxyType(
    {EMAIL: Wishes(digest=Digest.HOURLY), PUSH: Wishes(digest=Digest.AT_ONCE)}
)
"""The channels that have preferences, with what holds until somebody says otherwise.

An hour gives who is looking at the pages anyway the time to read a notice there; it is not sent then.
"""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one player wants; `muted` has the channels that tell nothing of a table.

    `timezone` is None until the player names one; hours are those of UTC then.
    """

    timezone: str | None = None
    quiet: Quiet | None = None
    channels: Mapping[str, Wishes] = field(default_factory=lambda: DEFAULTS)
    muted: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def wants(self, channel: str, kind: str, table: str) -> bool:
        """Whether this channel is to tell of such a notice about this table."""
        wishes = self.channels[channel]
        return wishes.on and kind not in wishes.without and channel not in self.muted.get(table, ())

    def mute(self, table: str, channels: frozenset[str]) -> Self:
        """The same, with exactly these channels muted for a table; the oldest goes beyond the limit."""
        others = {each: muted for each, muted in self.muted.items() if each != table}
        kept = dict(list(others.items())[-(MOST_MUTED - 1) :])
        return replace(self, muted=kept | ({table: channels} if channels else {}))

    def stored(self) -> dict[str, Any]:
        """What the store keeps of them, as JSON."""
        return {
            "timezone": self.timezone,
            "quiet": self.quiet and [self.quiet.begin, self.quiet.end],
            "channels": {
                name: [each.on, each.digest.value, each.hour, sorted(each.without)]
                for name, each in self.channels.items()
            },
            "muted": {table: sorted(channels) for table, channels in self.muted.items()},
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Those that were stored so; a channel that is younger than they has its default."""
        channels = {
            name: Wishes(on, Digest(digest), hour, frozenset(without))
            for name, (on, digest, hour, without) in stored["channels"].items()
        }
        return cls(
            stored["timezone"],
            Quiet(*stored["quiet"]) if stored["quiet"] else None,
            {name: channels.get(name, wishes) for name, wishes in DEFAULTS.items()},
            {table: frozenset(muted) for table, muted in stored["muted"].items()},
        )
