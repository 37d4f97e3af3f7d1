"""Setbacks on a server: for each work two sorted sets and a hash, which share a hash tag.

`{stuck}:<work>` has the items by the time of their first failure, `{stuck}:<work>:again` by the time of the
next attempt, and `{stuck}:<work>:why` the number of failures and the last code.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from redis import Redis

from replays.log.setbacks import FIRST_DELAY_MS, LONGEST_DELAY_MS, Setback
from replays.log.works import WORKS
from replays.store.scripts import Script, asking

STEP_BACK = f"""
local tries = tonumber(string.match(redis.call('HGET', KEYS[3], ARGV[1]) or '0', '^%d+')) + 1
local delay = math.min({FIRST_DELAY_MS} * 2 ^ math.min(tries - 1, 20), {LONGEST_DELAY_MS})
local again = string.format('%d', ARGV[2] + delay)
redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1])
redis.call('ZADD', KEYS[2], again, ARGV[1])
redis.call('HSET', KEYS[3], ARGV[1], tries .. ' ' .. ARGV[3])
return {{ redis.call('ZSCORE', KEYS[1], ARGV[1]), tries, again }}
"""
"""Records the failure of the item ARGV[1] at ARGV[2] (ms UTC) with the code ARGV[3]."""

RECOVER = """
for _, item in ipairs(ARGV) do
  redis.call('ZREM', KEYS[1], item)
  redis.call('ZREM', KEYS[2], item)
  redis.call('HDEL', KEYS[3], item)
end
return 'done'
"""


class StreamsSetbacks:
    """The `Setbacks` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._reader = reader
        self._step_back = Script(writer, STEP_BACK)
        self._recover = Script(writer, RECOVER)

    def step_back(self, work: str, item: str, code: str, now: int) -> Setback:
        """Record a failure in one round trip."""
        since, tries, again = self._step_back.ask(list(_keys(work)), [item, now, code])
        return Setback(work, item, int(float(since)), int(tries), int(again), code)

    def recover(self, work: str, items: Iterable[str]) -> None:
        """Remove the records in one round trip."""
        if gone := list(items):
            self._recover.ask(list(_keys(work)), gone)

    def setbacks_of(self, work: str, items: Sequence[str]) -> dict[str, Setback]:
        """Return the records of these items."""
        return {each.item: each for each in self._read(work, items)}

    def due_again(self, work: str, now: int, limit: int) -> list[str]:
        """Return the items whose next attempt is due, in one round trip."""
        _, again, _ = _keys(work)
        with asking():
            found = cast("list[bytes]", self._reader.zrangebyscore(again, "-inf", now, start=0, num=limit))
        return [item.decode() for item in found]

    def longest_stuck(self, work: str, limit: int) -> list[Setback]:
        """Return the first records, in two round trips."""
        since, _, _ = _keys(work)
        with asking():
            found = cast("list[bytes]", self._reader.zrange(since, 0, limit - 1))
        return list(self._read(work, [item.decode() for item in found]))

    def stuck(self, until: int) -> dict[str, int]:
        """Return the numbers in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for work in WORKS:
                pipe.zcount(_keys(work)[0], "-inf", until)
            return dict(zip(WORKS, pipe.execute(), strict=True))

    def _read(self, work: str, items: Sequence[str]) -> Iterator[Setback]:
        if not items:
            return
        since, again, why = _keys(work)
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            pipe.hmget(why, list(items))
            for item in items:
                pipe.zscore(since, item)
                pipe.zscore(again, item)
            reasons, *times = pipe.execute()
        for item, reason, begun, following in zip(items, reasons, times[0::2], times[1::2], strict=True):
            if None not in {reason, begun, following}:
                tries, _, code = reason.decode().partition(" ")
                yield Setback(work, item, int(begun), int(tries), int(following), code)


def _keys(work: str) -> tuple[str, str, str]:
    first = f"{{stuck}}:{work}"
    return first, f"{first}:again", f"{first}:why"
