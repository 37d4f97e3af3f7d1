"""Counts the bytes that the guests of one network address store together.

Each address has one hash: a field `<n> <bytes>` for each guest, and `sum`. The key's name is an HMAC of the
address under the server's key, so the store reveals no address. The key expires 30 days after the last change
from that address.

A guest's `n` is that of its ledger, so that the newest value wins, in whatever order values arrive.
"""

import hmac
from dataclasses import dataclass

from redis import Redis

from replays.store.scripts import Script
from replays.streams import keys

SECONDS = 30 * 24 * 60 * 60
"""The time for which an address is stored after the last change from it."""

RESERVE = f"""
local function kept(key, player)
  local n, bytes = string.match(redis.call('HGET', key, player) or '', '^(%d+) (%d+)$')
  return tonumber(n), tonumber(bytes)
end
local sum = tonumber(redis.call('HGET', KEYS[1], 'sum') or '0')
local n, base, more = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local kept_n, before = kept(KEYS[1], ARGV[1])
if kept_n and kept_n >= n then n, base = kept_n, before end
sum = sum - (before or 0) + base + more
if sum > tonumber(ARGV[5]) then return 'full' end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d', n, base + more), 'sum', sum)
redis.call('EXPIRE', KEYS[1], {SECONDS})
return base + more
"""
"""Adds ARGV[4] bytes to the guest ARGV[1], which stores ARGV[3] as of n ARGV[2]; returns its new total.

Simultaneous changes of one guest add up. Returns "full", and counts nothing, if the sum were over ARGV[5].
"""

SETTLE = f"""
local kept_n, before = string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '', '^(%d+) (%d+)$')
local n, bytes = tonumber(ARGV[2]), tonumber(ARGV[3])
if kept_n and tonumber(kept_n) > n then return 'older' end
local sum = tonumber(redis.call('HGET', KEYS[1], 'sum') or '0') - tonumber(before or '0') + bytes
if bytes == 0 then redis.call('HDEL', KEYS[1], ARGV[1])
else redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d', n, bytes)) end
if redis.call('HLEN', KEYS[1]) <= 1 and bytes == 0 then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'sum', sum)
  redis.call('EXPIRE', KEYS[1], {SECONDS})
end
return 'done'
"""
"""Sets the bytes ARGV[3] of the guest ARGV[1] as of n ARGV[2], unless a newer n is known; 0 removes it."""


class AddressQuotaFull(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The guests of this address have reached their common quota."""


@dataclass(frozen=True, slots=True)
class AddressStorage:
    """The sums of all addresses; `key` is the server's secret.

    All methods except `mark` raise `StoreAway` and `UnknownOutcome`.
    """

    store: Redis
    key: bytes

    def mark(self, address: str) -> str:
        """The mark of an address: 128 bits of its HMAC, as 22 characters."""
        digest = hmac.digest(self.key, b"kingdomino storage\0" + address.encode(), "sha256")
        return keys.short(digest[:16])

    def reserve(  # noqa: PLR0913, PLR0917 - the script's arguments
        self, mark: str, player: str, n: int, total: int, more: int, most: int
    ) -> int:
        """Add `more` bytes to the guest and return its new total; raises `AddressQuotaFull` above `most`."""
        answer = Script(self.store, RESERVE).run([_key(mark)], [player, n, total, more, most])
        if answer == b"full":
            raise AddressQuotaFull
        return int(answer)

    def settle(self, mark: str, player: str, n: int, total: int) -> None:
        """Set the guest's bytes as of its ledger's `n`; 0 removes the guest from this address."""
        Script(self.store, SETTLE).run([_key(mark)], [player, n, total])


def _key(mark: str) -> str:
    return f"storage:{mark}"
