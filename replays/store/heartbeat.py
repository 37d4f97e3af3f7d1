"""The relay's heartbeat: a key in the log's store whose time to live tells when a relay last refreshed it.

The key is not written to disk or to replicas. A full store cannot stop it: the server refuses SET then, but
not PEXPIRE. It works on every supported server, on a cluster, and whatever the clocks of the machines say.
"""

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.scripts import Script, asking

KEY = "relay:heartbeat"
KEPT_MS = 24 * 60 * 60 * 1000
"""After a day without a relay nobody knows any more when the last one was there."""

BEAT = """
if redis.set_repl then redis.set_repl(redis.REPL_NONE) end
if redis.call('PEXPIRE', KEYS[1], ARGV[1]) == 0 then
  redis.call('SET', KEYS[1], '', 'PX', ARGV[1])
end
"""


class Heartbeat:
    """The heartbeat of all relays of one installation. Methods raise StoreAway."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._beat = Script(store, BEAT)

    def beat(self) -> None:
        """Say that a relay is at work."""
        try:
            self._beat.run([KEY], [KEPT_MS])
        except UnknownOutcome as lost:
            raise StoreAway(str(lost)) from lost.__cause__

    def age_ms(self) -> int | None:
        """Return how long ago a relay last said so, in ms; None if no relay did in the last day."""
        with asking():
            left: int = self._store.pttl(KEY)  # negative: no such key, or one that never expires
        return None if left < 0 else max(0, KEPT_MS - left)
