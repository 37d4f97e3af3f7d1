"""What a check has found."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from redis.exceptions import RedisError

from replays.log.event_log import LogError


class Level(StrEnum):
    """How good or bad it is."""

    OK = "ok"
    WARN = "warn"
    """It works; somebody should look at it."""
    FAIL = "fail"
    """Something does not work, or games are in danger."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: of what is wrong, the text also says how to mend it."""

    about: str
    level: Level
    text: str


Check = Callable[[], Iterable[Finding]]


def ok(about: str, text: str) -> Finding:
    """All is well."""
    return Finding(about, Level.OK, text)


def warn(about: str, text: str) -> Finding:
    """It works; somebody should look at it."""
    return Finding(about, Level.WARN, text)


def fail(about: str, text: str) -> Finding:
    """It does not work."""
    return Finding(about, Level.FAIL, text)


def asked(about: str, check: Check) -> Iterator[Finding]:
    """What a check finds that asks a store; one finding where that is away or refuses."""
    try:
        yield from check()
    except (LogError, RedisError) as error:
        yield fail(about, f"the store could not be asked ({error}): see what is said of it")
