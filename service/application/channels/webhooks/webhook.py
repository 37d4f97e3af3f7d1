"""A webhook: the settings of its owner, and the state of its deliveries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

MOST = 5
"""The maximum number of webhooks of a player."""
LOG_SIZE = 100
"""The maximum number of deliveries in the log of a webhook; the newest are kept."""
OLD_SECRET_MS = 24 * 60 * 60_000
"""How long requests are also signed with a replaced secret."""
MOST_OLD = 3
"""The maximum number of replaced secrets that sign requests; the newest are kept."""

GONE, FAILING, PAUSED = "webhook/gone", "webhook/failing", "webhook/paused"
"""The codes of a stopped webhook: it responded with 410, it failed for days, its owner switched it off."""


class Trying(NamedTuple):
    """The retries of a notice that was not accepted yet.

    `attempts` is the number of attempts so far, `due` the time of the next one in ms UTC, and `number` the
    number of the entry in the log.
    """

    attempts: int
    due: int
    number: int


class Old(NamedTuple):
    """A replaced secret: the number of its rotation, and the time in ms UTC until which it signs requests."""

    rotation: int
    until: int


@dataclass(frozen=True, slots=True)
class Webhook:
    """The settings and the state of a webhook; times are ms UTC, 0 for never.

    `kinds` are the kinds of notices that it gets, None for all. `rotation` is the number of its secret, and
    `rotated_by` the request that created that secret. `failures` counts failed calls since the last
    successful one, `failing` is the time of the first of them, and nothing is sent before `pause`. `logged`
    is the number of the newest entry in the log. `asked` are the positions whose replay was requested, and
    `test` is the number of the requested test, 0 for none.
    """

    url: str
    kinds: tuple[str, ...] | None
    created: int
    rotation: int = 0
    rotated_by: str = ""
    old: tuple[Old, ...] = ()
    failures: int = 0
    failing: int = 0
    pause: int = 0
    logged: int = 0
    trying: Mapping[int, Trying] = field(default_factory=dict)
    asked: tuple[int, ...] = ()
    test: int = 0

    def wants(self, kind: str) -> bool:
        """True if the webhook gets notices of this kind."""
        return self.kinds is None or kind in self.kinds

    def rotations(self, now: int) -> list[int]:
        """The rotations whose secrets sign requests now, the present one first."""
        return [self.rotation, *(each.rotation for each in self.old if _lasts(each, now))]

    def stored(self) -> dict[str, Any]:
        """The webhook as a JSON object for the store."""
        return {
            "url": self.url,
            "kinds": self.kinds,
            "created": self.created,
            "rotation": self.rotation,
            "rotated_by": self.rotated_by,
            "old": self.old,
            "failures": self.failures,
            "failing": self.failing,
            "pause": self.pause,
            "logged": self.logged,
            "trying": {str(position): each for position, each in self.trying.items()},
            "asked": self.asked,
            "test": self.test,
        }

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """The webhook from its stored form."""
        kinds, trying = stored["kinds"], stored["trying"]
        return cls(
            **{
                **stored,
                "kinds": None if kinds is None else tuple(kinds),
                "old": tuple(Old(*each) for each in stored["old"]),
                "trying": {int(position): Trying(*each) for position, each in trying.items()},
                "asked": tuple(stored["asked"]),
            }
        )


def _lasts(old: Old, now: int) -> bool:
    return now < old.until <= now + OLD_SECRET_MS
