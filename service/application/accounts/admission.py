"""Admission control: counts a request and looks its token up, in one round trip to the store."""

from dataclasses import dataclass
from typing import Any

from redis import Redis

from replays.store.cluster import Cluster
from replays.store.scripts import Run, Script, ask_together
from service.application.account_keys import profile_key, requests_key
from service.application.accounts.tokens import DIGEST_DIGITS, Access, SentToken
from service.application.quotas.counters import COUNT, COUNT_ONE, Limit, WindowCount

ACCOUNT = f"""
local kept = redis.call('HMGET', KEYS[1], ARGV[2], ARGV[3], ARGV[4])
local number, left = 0, 0
for field = 1, 2 do
  if ARGV[6] ~= '0' and string.sub(kept[field] or '', 1, {DIGEST_DIGITS}) == ARGV[1] then
    number, left = count(KEYS[2], ARGV[5], ARGV[6])
  end
end
"""
"""Reads the token's fields and the suspension from the profile KEYS[1].

If one of the fields has the hash ARGV[1], it also counts the request for the account."""
ACCOUNT_ALONE = f"{COUNT}{ACCOUNT} return {{kept[1], kept[2], kept[3], number, left}}"
ADDRESS_AND_ACCOUNT = f"""{COUNT}
local asked, window = count(KEYS[3], ARGV[7], ARGV[8])
if asked > tonumber(ARGV[9]) then return {{asked, window}} end
{ACCOUNT} return {{asked, window, kept[1], kept[2], kept[3], number, left}}
"""
"""Counts the request for the address KEYS[3]; unless that is over its limit ARGV[9], runs `ACCOUNT` too."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """The access of the token, or None, and the counts; `account` is None if nothing was counted for it."""

    access: Access | None
    address: WindowCount
    account: WindowCount | None


class AdmissionControl:
    """Counts requests of addresses, and changes of accounts. Methods raise `StoreAway`."""

    def __init__(self, store: Redis, of_address: Limit, of_account: Limit) -> None:
        self._store = store
        self._of_address = of_address
        self._of_account = of_account
        self._address = Script(store, COUNT_ONE)
        self._account = Script(store, ACCOUNT_ALONE)
        self._both = Script(store, ADDRESS_AND_ACCOUNT)

    def admit(self, address: str, token: str | None, weight: int, *, changes: bool) -> Admitted:
        """Count a request of this weight, also for the token's account if it `changes` something.

        The token of an address that is over its limit is not looked up.
        """
        sent = SentToken.read(token) if token else None
        counter, by_address = f"requests:address:{address}", [self._of_address.seconds, weight]
        if sent is None:
            return Admitted(None, WindowCount.of(*self._address.ask([counter], by_address)), None)
        keys = [profile_key(sent.player), requests_key(sent.player)]
        by_account: list[str | int] = [
            sent.digest,
            *sent.fields,
            self._of_account.seconds,
            weight if changes else 0,
        ]
        if isinstance(self._store, Cluster):  # a script on a cluster can use only one slot
            parts: list[Run] = [(self._address, [counter], by_address), (self._account, keys, by_account)]
            answer = [value for part in ask_together(self._store, parts) for value in part]
        else:
            args = [*by_account, *by_address, self._of_address.most]
            answer = self._both.ask([*keys, counter], args)
        return _admitted(sent, *answer)


def _admitted(sent: SentToken, asked: int, window: int, *found: Any) -> Admitted:
    """Reads the results of the scripts; `found` is empty if the address is over its limit."""
    address = WindowCount.of(asked, window)
    if not found:
        return Admitted(None, address, None)
    *kept, number, left = found
    return Admitted(sent.access(kept), address, WindowCount.of(number, left) if number else None)
