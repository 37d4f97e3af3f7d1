"""A webhook as its owner set it up, and where its deliveries stand."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

MOST = 5
"""How many webhooks a player may have."""
LOG_SIZE = 100
"""How many deliveries the log of a webhook keeps, the newest."""
OLD_SECRET_MS = 24 * 60 * 60_000
"""How long a replaced secret signs along."""
MOST_OLD = 3
"""How many replaced secrets sign along at most, the newest."""

GONE, FAILING, PAUSED = "webhook/gone", "webhook/failing", "webhook/paused"
"""Why a webhook is called no more: it answered 410, it failed for days, its owner switched it off."""


class Trying(NamedTuple):
    """A notice that was not taken yet.

    `attempts` were made, the next one is due at `due` (ms UTC), `number` is that of its entry in the log.
    """

    attempts: int
    due: int
    number: int


class Old(NamedTuple):
    """A replaced secret: the number of its rotation, and until when it signs along, in ms UTC."""

    rotation: int
    until: int


@dataclass(frozen=True, slots=True)
class Webhook:
    """What a webhook is, and where it stands; times are ms UTC, 0 for never.

    `kinds` are the kinds of notices that it gets, None for all. `rotation` is the number of its secret, and
    `rotated_by` the request that made it. `failures` counts failed calls since the last successful one,
    `failing` is the time of the first of them, and nothing is sent before `pause`. `logged` is the number of
    the newest entry in the log. `asked` are the positions whose replay was requested, and `test` is the
    number of the test that was requested, 0 for none.
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
        """Whether it gets notices of this kind."""
        return self.kinds is None or kind in self.kinds

    def rotations(self, now: int) -> list[int]:
        """The rotations whose secrets sign now, the present one first."""
        return [self.rotation, *(each.rotation for each in self.old if _lasts(each, now))]

    def stored(self) -> dict[str, Any]:
        """What the store keeps of it, as JSON."""
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
        """What was stored so."""
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
