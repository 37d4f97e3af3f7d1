"""Admission control: counts a request and looks its token up, in at most one round trip to the store."""

from dataclasses import dataclass
from threading import Lock
from typing import Any

from redis import Redis

from replays.store.cluster import Cluster
from replays.store.scripts import Run, Script, ask_together
from service.application.account_keys import profile_key, requests_key
from service.application.accounts.access.known import KnownAccess
from service.application.accounts.tokens import DIGEST_DIGITS, Access, SentToken
from service.application.quotas.counters import COUNT, Limit, WindowCount
from service.application.quotas.tallies import NOT_COUNTED, TALLY, CountReport, Tallies

ACCOUNT = f"""
local kept = redis.call('HMGET', KEYS[1], ARGV[2], ARGV[3], ARGV[4])
local counted = {{0, 0, 0}}
for field = 1, 2 do
  if ARGV[6] ~= '0' and string.sub(kept[field] or '', 1, {DIGEST_DIGITS}) == ARGV[1] then
    counted = tally(KEYS[2], ARGV[5], ARGV[6], ARGV[7], ARGV[8])
  end
end
local account = {{counted[1], counted[2], counted[3], kept[1], kept[2], kept[3]}}
"""
"""Reads the token's fields and the suspension from the profile KEYS[1].

If one of the fields has the hash ARGV[1], it also counts the request for the account."""
ADDRESS_ALONE = f"{COUNT}{TALLY} return tally(KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4])"
ACCOUNT_ALONE = f"{COUNT}{TALLY}{ACCOUNT} return account"
ADDRESS_AND_ACCOUNT = f"""{COUNT}{TALLY}
local address = tally(KEYS[3], ARGV[10], ARGV[11], ARGV[12], ARGV[13])
if address[1] > tonumber(ARGV[15]) then return {{address, {{0, 0, 0}}}} end
{ACCOUNT} return {{address, account}}
"""
"""Counts the request for the address KEYS[3]; unless that is over its limit ARGV[15], runs `ACCOUNT` too."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """The access of the token, or None, and the counts; `account` is None if nothing was counted for it."""

    access: Access | None
    address: WindowCount
    account: WindowCount | None


class AdmissionControl:
    """Counts requests of addresses, and changes of accounts. Methods raise `StoreAway`.

    A request costs no round trip if the process knows its token and may count it itself.
    """

    def __init__(
        self, store: Redis, of_address: Limit, of_account: Limit, known: KnownAccess[Access]
    ) -> None:
        self._store = store
        self._most = of_address.most
        self._known = known
        self._lock = Lock()
        self._addresses, self._accounts = Tallies(of_address), Tallies(of_account)
        self._address = Script(store, ADDRESS_ALONE)
        self._account = Script(store, ACCOUNT_ALONE)
        self._both = Script(store, ADDRESS_AND_ACCOUNT)

    def admit(self, address: str, token: str | None, weight: int, *, changes: bool) -> Admitted:
        """Count a request of this weight, also for the token's account if it `changes` something.

        The token of an address that is over its limit is not looked up.
        """
        sent = SentToken.read(token) if token else None
        counter = f"requests:address:{address}"
        account = requests_key(sent.player) if sent and changes else ""
        access = self._known.find(sent.player, sent.digest) if sent else None
        with self._lock:
            is_known = self._addresses.affords(counter, weight) and (access is not None or sent is None)
            if is_known and (not account or self._accounts.affords(account, weight)):
                by_account = self._accounts.add(account, weight) if account else None
                return Admitted(access, self._addresses.add(counter, weight), by_account)
        return self._ask(sent, counter, account, weight)

    def _ask(self, sent: SentToken | None, counter: str, account: str, weight: int) -> Admitted:
        """Let the store count the request, and what it was not told yet, and look the token up."""
        forgotten = self._known.forgotten
        with self._lock:
            by_address = self._addresses.report(counter, weight)
            by_account = self._accounts.report(account, weight if account else 0)
        asked, (number, left, end, *kept) = self._run(sent, counter, by_address, by_account)
        with self._lock:
            of_address = self._addresses.settle(counter, by_address, *asked)
            of_account = self._accounts.settle(account, by_account, number, left, end)
        access = sent.access(kept) if sent and kept else None
        if sent and access:
            self._known.keep(sent.player, sent.digest, access, forgotten)
        return Admitted(access, of_address, of_account if number else None)

    def _run(
        self, sent: SentToken | None, counter: str, by_address: CountReport, by_account: CountReport
    ) -> list[Any]:
        if sent is None:
            return [self._address.ask([counter], by_address), NOT_COUNTED]
        keys, args = [profile_key(sent.player), requests_key(sent.player)], [sent.digest, *sent.fields]
        if isinstance(self._store, Cluster):  # a script on a cluster can use only one slot
            parts: list[Run] = [
                (self._address, [counter], by_address),
                (self._account, keys, [*args, *by_account]),
            ]
            return ask_together(self._store, parts)
        found: list[Any] = self._both.ask([*keys, counter], [*args, *by_account, *by_address, self._most])
        return found
