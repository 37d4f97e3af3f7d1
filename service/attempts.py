"""How often something may be tried in a while: fixed windows, counted in the store for all processes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from redis import Redis

from replays.store import Script, asking


class Attempt(Enum):
    """What is counted: of whom, and for what."""

    SIGN_IN_TO = "sign-in-to"
    """Guesses at one e-mail's password."""
    SIGN_IN_FROM = "sign-in-from"
    """The same from one network address."""
    PASSWORD_OF = "password-of"  # noqa: S105 - a name
    """Guesses at the present password, and new ones, of one account."""
    MAIL_TO = "mail-to"
    """Letters to one e-mail."""
    MAIL_FROM = "mail-from"
    """The same asked for from one network address."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds."""

    most: int
    seconds: int


LIMITS = {
    Attempt.SIGN_IN_TO: Limit(10, 15 * 60),
    Attempt.SIGN_IN_FROM: Limit(50, 15 * 60),
    Attempt.PASSWORD_OF: Limit(10, 15 * 60),
    Attempt.MAIL_TO: Limit(5, 60 * 60),
    Attempt.MAIL_FROM: Limit(30, 60 * 60),
}
NO_LIMITS: Mapping[Attempt, Limit] = {}

COUNT = """
local tries = redis.call('INCR', KEYS[1])
if tries == 1 then redis.call('EXPIRE', KEYS[1], ARGV[1]) end
return {tries, redis.call('TTL', KEYS[1])}
"""
"""Counts a try; the window begins with the first one."""


class TooOften(Exception):  # noqa: N818 - the answer, not a fault
    """It was tried too often; `seconds` until the next window."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Attempts:
    """Counts what is tried; what has no limit is not counted. Methods raise `StoreAway`."""

    def __init__(self, store: Redis, limits: Mapping[Attempt, Limit]) -> None:
        self._store = store
        self._count = Script(store, COUNT)
        self._limits = limits

    def count(self, what: Attempt, who: str) -> None:
        """Count one more, or raise `TooOften`: also where it would have been right."""
        limit = self._limits.get(what)
        if limit is None:
            return
        tries, left = self._count.run([_key(what, who)], [limit.seconds])
        if tries > limit.most:
            raise TooOften(max(left, 1))

    def forget(self, what: Attempt, who: str) -> None:
        """Begin anew: it was right."""
        if what in self._limits:
            with asking():
                self._store.delete(_key(what, who))


def _key(what: Attempt, who: str) -> str:
    return f"attempts:{what.value}:{who}"
