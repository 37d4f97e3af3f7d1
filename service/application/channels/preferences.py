"""A player's preferences: the notices that each channel sends, and when."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, Self

from service.application.channels.target import EMAIL, PUSH

MOST_MUTED = 500
"""The maximum number of tables that a player may mute."""


class Digest(Enum):
    """When notices are sent: at once, at the end of the hour, or at one hour of the day."""

    AT_ONCE = "at_once"
    HOURLY = "hourly"
    DAILY = "daily"


@dataclass(frozen=True, slots=True)
class Wishes:
    """The preferences for one channel: on or off, the digest, and the kinds of notices that it leaves out.

    `hour` is the hour of a daily digest, 0 to 23, in the player's time zone. Every kind that is not in
    `without` is sent, so a kind that a later release adds is sent too.
    """

    on: bool = True
    digest: Digest = Digest.AT_ONCE
    hour: int = 8
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Quiet:
    """Quiet hours, between these minutes of the day (0 to 1439); they may cross midnight."""

    begin: int
    end: int


DEFAULTS: Mapping[str, Wishes] = MappingProxyType(
    {EMAIL: Wishes(digest=Digest.HOURLY), PUSH: Wishes(digest=Digest.AT_ONCE)}
)
"""The channels that have preferences, with their defaults.

The hourly digest gives a player who is on the site time to read a notice there; it is not sent then.
"""


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of one player; `muted` maps a table to the channels for which it is muted.

    `timezone` is None until the player chooses one; until then hours are in UTC.
    """

    timezone: str | None = None
    quiet: Quiet | None = None
    channels: Mapping[str, Wishes] = field(default_factory=lambda: DEFAULTS)
    muted: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def wants(self, channel: str, kind: str, table: str) -> bool:
        """True if this channel is to send notices of this kind about this table."""
        wishes = self.channels[channel]
        return wishes.on and kind not in wishes.without and channel not in self.muted.get(table, ())

    def mute(self, table: str, channels: frozenset[str]) -> Self:
        """A copy with exactly these channels muted for a table; drops the oldest mute beyond the limit."""
        others = {each: muted for each, muted in self.muted.items() if each != table}
        muted = others | ({table: channels} if channels else {})
        return replace(self, muted=dict(list(muted.items())[-MOST_MUTED:]))

    def stored(self) -> dict[str, Any]:
        """The preferences as a JSON object for the store."""
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
        """The preferences from their stored form; a channel that is missing there gets its default."""
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
