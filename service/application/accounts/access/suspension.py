"""Effects of moderators' decisions on an account: suspensions, and names that were taken away.

A profile has three fields for them: `suspended`, the end in ms UTC and the reason, which is read with the
tokens; `moderated`, the number of the last decision that was applied; and `refused`, the skeletons of the
names that were taken away, one on each line.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from redis import Redis

from service.application.accounts.access.ending import EndingScript

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
"""Applies the decision ARGV[1] once: sets the name ARGV[2] and refuses the skeletons ARGV[3]; stores the
suspension ARGV[4], or ends it for `-`. An empty argument changes nothing."""


@dataclass(frozen=True, slots=True)
class Suspension:
    """A suspension: its end in ms UTC, and the moderator's reason."""

    until: int
    reason: str

    def holds(self, now: int) -> bool:
        """True if the suspension has not ended at `now` (ms UTC)."""
        return now < self.until

    def stored(self) -> str:
        """The value of the profile's field."""
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
    """Applies decisions to accounts. Methods raise `StoreAway` and `AccountErased`; safe to repeat."""

    def __init__(self, store: Redis) -> None:
        self._reach = EndingScript(store, REACH)

    def suspend(self, player: str, number: int, suspension: Suspension) -> bool:
        """Suspend an account by the decision with this number; False if that or a later one was applied."""
        return bool(self._reach.run(player, number, "", "", suspension.stored()) == b"done")

    def reinstate(self, player: str, number: int) -> bool:
        """End the suspension of an account; False as in `suspend`."""
        return bool(self._reach.run(player, number, "", "", "-") == b"done")

    def rename(self, player: str, number: int, name: str, refused: Iterable[str]) -> bool:
        """Rename an account and refuse names with these skeletons; False as in `suspend`."""
        return bool(self._reach.run(player, number, name, "\n".join(refused), "") == b"done")
