"""The last use of each token, with time and browser: written by the first request in every ten minutes.

A process caches the times that it wrote, so that other requests cost no write. In the account's slot, the
hash at `uses_key` has the time under the token's id, and a session's browser under `<id>:browser`.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.runtime.lru_cache import LruCache
from service.application.account_keys import AccountErased, AccountScript, uses_key
from service.application.i18n.browsers import described

STEP_MS = 10 * 60 * 1000
"""The resolution of the stored times."""
REMEMBERED = 50_000
"""The number of tokens whose last use a process caches."""

NOTE = f"""
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') == '' then return 'unknown' end
redis.call('HSET', {uses_key}, ARGV[2], ARGV[3])
if ARGV[4] ~= '' then redis.call('HSETNX', {uses_key}, ARGV[2] .. ':browser', ARGV[4]) end
return 'done'
"""
"""Records a use of the token in the field ARGV[1], with the id ARGV[2], at ARGV[3], by browser ARGV[4]."""

FORGET = f"""
local function forget_use(field)
  local id = field == 'token' and '0' or string.sub(field, 7)
  redis.call('HDEL', {uses_key}, id, id .. ':browser')
end
"""
"""Deletes the last use of a token; a part of scripts that end tokens."""


@dataclass(frozen=True, slots=True)
class Use:
    """A token's last use, ms UTC rounded down to ten minutes; its browser and system, "" if unknown."""

    at: int | None = None
    browser: str = ""
    system: str = ""


class LastUses:
    """Records uses of tokens."""

    def __init__(self, store: Redis) -> None:
        self._note = AccountScript(store, NOTE)
        self._noted = LruCache[tuple[str, str], int](REMEMBERED)

    def note(self, player: str, token: str, field: str, now: int, agent: str | None) -> None:
        """Record a use; `agent` is the User-Agent of a session's browser, None for a program.

        Raises nothing, so that no request fails because its time cannot be recorded.
        """
        at = now - now % STEP_MS
        if self._noted.get((player, token)) == at:
            return
        self._noted.keep((player, token), at)
        names = described(agent or "")
        browser = "|".join(names) if any(names) else ""
        with suppress(StoreAway, UnknownOutcome, AccountErased):
            self._note.run(player, field, token, at, browser)


def use_of(token: str, uses: Mapping[bytes, bytes]) -> Use:
    """A token's last use, from the hash of its account."""
    at = uses.get(token.encode())
    browser, _, system = uses.get(f"{token}:browser".encode(), b"").decode().partition("|")
    return Use(int(at) if at else None, browser, system)
