"""Keeps all clients of a store from writing while it is read; refuses to begin while the service runs.

The server itself (`CLIENT PAUSE … WRITE`) delays every write, also those of scripts and of expiry, so what is
read is one state. If this process is killed, the pause ends by itself.
"""

from contextlib import suppress
from time import monotonic
from types import TracebackType
from typing import Self

from redis import Redis
from redis.exceptions import RedisError, ResponseError

from replays.runtime.worker_registry import RELAY
from replays.store.cluster import servers_of
from replays.store.heartbeat import REASON_MS, pulses
from service.ops.moving.portable import MovingError

SECONDS = 60.0
SILENT_MS = 10_000
"""The age in ms of the last heartbeat, from which on relays count as stopped; they beat every 2 seconds."""


class WritePause:
    """A pause of all writes on all servers of a store; `renew` must be called at least every `SECONDS`."""

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._until = 0.0

    def __enter__(self) -> Self:
        """Begin the pause; raises `MovingError` if the service runs or the server refuses the pause."""
        relay = pulses(self._store, [RELAY])[RELAY]
        age = REASON_MS if relay.silence is None else relay.silence
        if age < SILENT_MS or relay.reason:  # one that fails has no heartbeat, and runs
            raise MovingError(
                f"the service runs: a relay was there {age / 1000:.0f} s ago. Stop the service on every "
                f"machine, wait {SILENT_MS // 1000} s, and let it be stopped: what it acknowledges later is "
                "not in the export"
            )
        self._pause()
        return self

    def renew(self) -> None:
        """Prolong the pause if half of it is over; raises `MovingError` if it had ended."""
        if monotonic() > self._until:
            raise MovingError(
                "the store took too long to answer, and writes were possible meanwhile: try again"
            )
        if monotonic() > self._until - SECONDS / 2:
            self._pause()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the pause."""
        for server in servers_of(self._store):
            with suppress(RedisError):
                server.client_unpause()

    def _pause(self) -> None:
        until = monotonic() + SECONDS
        try:
            for server in servers_of(self._store):
                server.client_pause(int(SECONDS * 1000), all=False)
        except ResponseError as error:
            why = (
                "so nothing keeps others from writing during the export: allow it for that time (ACL SETUSER)"
            )
            raise MovingError(f"the server refuses CLIENT PAUSE ({error}), {why}") from error
        self._until = until
