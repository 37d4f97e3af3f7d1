"""Calls webhooks, each call within the limits for its host."""

from collections.abc import Callable, Mapping
from time import monotonic

from service.application.channels.http.client import Client, HttpResponse
from service.application.channels.http.errors import CallFailed, HostAway
from service.application.channels.http.hosts import Busy, Hosts
from service.application.channels.http.limited import LimitedClient
from service.application.channels.webhooks.schedule import LONGEST_PAUSE_MS, Called

HOST_AWAY, BAD_STATUS = HostAway.code, "call/status"
"""The error codes of a call that the circuit breaker refused, and of a response that is not 2xx."""


class Caller:
    """Calls webhooks, for all threads of a process. `clock` returns monotonic seconds."""

    def __init__(self, client: Client, hosts: Hosts, clock: Callable[[], float] = monotonic) -> None:
        self._client = LimitedClient(client, hosts, clock)
        self._clock = clock

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Called | Busy:
        """Make the call, or return `Busy` without a call if too many threads call the host."""
        began = self._clock()
        try:
            answer = self._client.post(url, body, headers)
        except CallFailed as failure:
            return Called(None, self._since(began), failure.code)
        return answer if isinstance(answer, Busy) else _called(answer, self._since(began))

    def _since(self, began: float) -> int:
        return round((self._clock() - began) * 1000)


def _called(answer: HttpResponse, ms: int) -> Called:
    if 200 <= answer.status < 300:
        return Called(answer.status, ms)
    return Called(answer.status, ms, BAD_STATUS, _pause(answer))


def _pause(answer: HttpResponse) -> int:
    """The pause in ms that `Retry-After` asks for in seconds, up to an hour; 0 for a date or without one."""
    seconds = answer.headers.get("retry-after", "")
    is_number = seconds.isascii() and seconds.isdigit() and len(seconds) <= 9
    return min(int(seconds) * 1000, LONGEST_PAUSE_MS) if is_number else 0
