"""The relay's heartbeat: a key in the log's store; its time to live shows when a relay last refreshed it.

The key is not written to disk or to replicas. A full store does not stop the heartbeat: the server then
refuses SET, but not PEXPIRE. It works on every supported server and on a cluster, and does not depend on the
clocks of the machines.
"""

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.scripts import Script, asking

KEY = "relay:heartbeat"
KEPT_MS = 24 * 60 * 60 * 1000
"""The time to live: after a day without a relay, the time of the last heartbeat is not known any more."""

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
        """Refresh the heartbeat."""
        try:
            self._beat.run([KEY], [KEPT_MS])
        except UnknownOutcome as lost:
            raise StoreAway(str(lost)) from lost.__cause__

    def age_ms(self) -> int | None:
        """Return the time since the last heartbeat in ms, or None if there was none in the last day."""
        with asking():
            left: int = self._store.pttl(KEY)  # negative: the key does not exist or never expires
        return None if left < 0 else max(0, KEPT_MS - left)
