"""The signs of life and the outages of one installation, in its store.

A sign of life is a durable write, as a move is: a store that is full, or waits for replicas, gets none. The
first sign after `AWAY_MS` without one adds the outage in the same script, so it is found once, whichever
process gives that sign, and whatever has died before.
"""

from collections.abc import Sequence

from redis import Redis

from replays.log.life import AWAY_MS, SERVICE, KnownOutage, Life, OutageReason
from replays.store.scripts import Script, asking

SIGN = "{life}:sign"
"""The key of the last sign of life, in ms UTC."""

OUTAGES = "{life}:outages"
"""The key of the sorted set of outages by their ends; each is `<start> <end> <reason> <actor>`."""

KEPT = 100
"""The number of outages that are kept, the newest."""

BACK_MS = 60 * 60 * 1000
"""A sign that is this much later than the clock was given by a clock that has been corrected."""

BEAT = """
-- KEYS 1 the last sign, 2 the outages; ARGV 1 now, 2 the time away from which there was an outage,
-- 3 the time by which a sign may be ahead, 4 reason and actor of the outage, 5 how many are kept
local now, last = tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[1]) or '')
if last and now - last >= tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[2], now, string.format('%.0f %.0f %s', last, now, ARGV[4]))
  if redis.call('ZCARD', KEYS[2]) > tonumber(ARGV[5]) then redis.call('ZPOPMIN', KEYS[2]) end
end
if not last or now > last or last - now > tonumber(ARGV[3]) then
  redis.call('SET', KEYS[1], ARGV[1])
  last = now
end
return { string.format('%.0f', last), redis.call('ZRANGE', KEYS[2], 0, -1) }
"""

DECLARE = """
-- KEYS 1 the outages; ARGV 1 the end, 2 the outage, 3 how many are kept
local added = redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[3]) then redis.call('ZPOPMIN', KEYS[1]) end
return added
"""


class LifeStore:
    """The signs of life in a store. Methods may be repeated; they raise StoreAway."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._beat = Script(store, BEAT)
        self._declare = Script(store, DECLARE)

    def beat(self, now: int) -> Life:
        """Give a sign of life at `now`, which ends an outage, and return what is known then."""
        text = f"{OutageReason.AWAY.value} {SERVICE}"
        last, outages = self._beat.ask([SIGN, OUTAGES], [now, AWAY_MS, BACK_MS, text, KEPT])
        return Life(int(last), _read(outages))

    def read(self) -> Life:
        """Return what is known. The outages are read after the sign, so none before it is missing."""
        with asking(), self._store.pipeline(transaction=False) as pipe:
            pipe.get(SIGN)
            pipe.zrange(OUTAGES, 0, -1)
            last, outages = pipe.execute()
        return Life(int(last) if last and last.isdigit() else None, _read(outages))

    def declare(self, outage: KnownOutage) -> bool:
        """Add an outage; False if exactly this one was added before."""
        text = f"{outage.start} {outage.end} {outage.reason.value} {outage.actor}"
        return bool(self._declare.ask([OUTAGES], [outage.end, text, KEPT]))


def _read(members: Sequence[bytes]) -> tuple[KnownOutage, ...]:
    """The outages in these texts; a foreign text is left out."""
    found = (_outage(member.decode("utf-8", "replace").split(" ")) for member in members)
    return tuple(outage for outage in found if outage is not None)


def _outage(words: list[str]) -> KnownOutage | None:
    try:
        start, end, reason, actor = words
        return KnownOutage(int(start), int(end), OutageReason(reason), actor)
    except ValueError:
        return None
