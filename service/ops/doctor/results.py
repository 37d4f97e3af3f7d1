"""The results of checks."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from redis.exceptions import RedisError

from replays.log.event_log import LogError


class Level(StrEnum):
    """The severity of a result."""

    OK = "ok"
    WARN = "warn"
    """It works; somebody should look at it."""
    FAIL = "fail"
    """Something does not work, or games are in danger."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check; for a problem, the text also says how to fix it."""

    about: str
    level: Level
    text: str


Check = Callable[[], Iterable[CheckResult]]


def ok(about: str, text: str) -> CheckResult:
    """A result without a problem."""
    return CheckResult(about, Level.OK, text)


def warn(about: str, text: str) -> CheckResult:
    """A result on something that works but needs attention."""
    return CheckResult(about, Level.WARN, text)


def fail(about: str, text: str) -> CheckResult:
    """A result on something that does not work."""
    return CheckResult(about, Level.FAIL, text)


def asked(about: str, check: Check) -> Iterator[CheckResult]:
    """The results of a check that queries a store; one failure if the store is away or refuses."""
    try:
        yield from check()
    except (LogError, RedisError) as error:
        yield fail(about, f"the store could not be asked ({error}): see what is said of it")
