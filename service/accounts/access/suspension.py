"""Suspensions, and names that a moderator took away: how a decision reaches an account.

A profile has `suspended`, the end in ms UTC and the reason, which is read with the tokens; `moderated`, the
number of the last decision that reached it; and `refused`, the skeletons of the names that were taken away,
each on a line.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from redis import Redis

from service.account_keys import AccountScript

FIELD = "suspended"
REFUSED = "refused"

REACH = f"""
if tonumber(ARGV[1]) <= tonumber(redis.call('HGET', KEYS[1], 'moderated') or '0') then return 'known' end
redis.call('HSET', KEYS[1], 'moderated', ARGV[1])
if ARGV[2] ~= '' then
  redis.call('HSET', KEYS[1], 'name', ARGV[2])
  local refused = redis.call('HGET', KEYS[1], '{REFUSED}')
  if ARGV[3] ~= '' then
    redis.call('HSET', KEYS[1], '{REFUSED}', (refused and refused .. '\\n' or '') .. ARGV[3])
  end
end
if ARGV[4] == '-' then redis.call('HDEL', KEYS[1], '{FIELD}') end
if ARGV[4] ~= '-' and ARGV[4] ~= '' then redis.call('HSET', KEYS[1], '{FIELD}', ARGV[4]) end
return 'done'
"""
"""Carries the decision ARGV[1] out once: another name ARGV[2] in place of those with the skeletons
ARGV[3]; a suspension ARGV[4], or `-` for the end of it. What is empty stays."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """A suspension: its end in ms UTC, and the moderator's reason."""

    until: int
    reason: str

    def holds(self, now: int) -> bool:
        """Whether it has not ended, at `now` in ms UTC."""
        return now < self.until

    def stored(self) -> str:
        """What a profile has of it."""
        return f"{self.until} {self.reason}"


def suspension_of(kept: bytes | None) -> Suspension | None:
    """The suspension in a profile's field.

    >>> suspension_of(b"17 spam in comments")
    Suspension(until=17, reason='spam in comments')
    """
    if not kept:
        return None
    until, _, reason = kept.decode().partition(" ")
    return Suspension(int(until), reason)


class Reaching:
    """Carries decisions out on accounts. Raises `StoreAway` and `AccountErased`; may be repeated."""

    def __init__(self, store: Redis) -> None:
        self._reach = AccountScript(store, REACH)

    def suspend(self, player: str, number: int, suspension: Suspension) -> bool:
        """Suspend an account by the decision of this number; False where a later one has reached it."""
        return bool(self._reach.run(player, number, "", "", suspension.stored()) == b"done")

    def reinstate(self, player: str, number: int) -> bool:
        """End a suspension."""
        return bool(self._reach.run(player, number, "", "", "-") == b"done")

    def rename(self, player: str, number: int, name: str, refused: Iterable[str]) -> bool:
        """Give an account another name, in the place of those with these skeletons."""
        return bool(self._reach.run(player, number, name, "\n".join(refused), "") == b"done")
