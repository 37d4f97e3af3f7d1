"""A lock that allows one export of an account at a time across all processes."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic

from redis import Redis

from replays.log.event_log import StoreAway, UnknownOutcome
from replays.store.scripts import Script, asking
from service.application.account_keys import export_key
from service.application.problem import Problem

LEASE_MS = 60_000
"""The longest wait for another export of an account after the process of the last one died."""
RENEW_SECONDS = 15.0

RENEW = f"""
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], {LEASE_MS}) end
return 'done'
"""
END = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return 'done'"


class ExportRunning(Problem):
    """429: another export of this account is being sent."""

    def __init__(self) -> None:
        detail = "an export of this account is running: try again when it has ended"
        super().__init__(429, "limit/exports", detail, headers={"Retry-After": "5"})


def begin(store: Redis, player: str, pieces: Callable[[], Iterator[bytes]]) -> "Export":
    """Begin an export of this account, which must be ended; raises `ExportRunning` and `StoreAway`."""
    key, mark = export_key(player), secrets.token_hex(8)
    with asking():
        begun = store.set(key, mark, nx=True, px=LEASE_MS)
    if not begun:
        raise ExportRunning
    return Export(store, pieces, key, mark)


class Export:
    """One export: call `pieces` once, then `end`, which may be repeated and raises nothing."""

    def __init__(self, store: Redis, pieces: Callable[[], Iterator[bytes]], key: str, mark: str) -> None:
        self._store = store
        self._pieces = pieces
        self._key = key
        self._mark = mark

    def pieces(self) -> Iterator[bytes]:
        """The pieces of the export; no other export of the account begins while they are sent.

        The export ends after the last piece, so a client that has read all of it may request another one.
        """
        renewed = monotonic()
        try:
            for piece in self._pieces():
                yield piece
                if monotonic() - renewed > RENEW_SECONDS:
                    renewed = monotonic()
                    Script(self._store, RENEW).run([self._key], [self._mark])
        finally:
            self.end()

    def end(self) -> None:
        """Release the account for its next export."""
        with suppress(StoreAway, UnknownOutcome):
            Script(self._store, END).run([self._key], [self._mark])
