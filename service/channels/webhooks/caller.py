"""One signed call of a webhook, where its host may be called now."""

from collections.abc import Callable, Mapping
from time import monotonic
from urllib.parse import urlsplit

from service.channels.http.client import Answer, Client
from service.channels.http.errors import (
    BrokenAnswer,
    CallFailed,
    NotConnected,
    TlsFailed,
    TooSlow,
    UnknownHost,
)
from service.channels.webhooks.hosts import Away, Busy, Hosts, Turn
from service.channels.webhooks.schedule import LONGEST_PAUSE_MS, Called

SILENT = (UnknownHost, NotConnected, TlsFailed, TooSlow, BrokenAnswer)
"""Failures in which the host gave no answer."""
HOST_AWAY, BAD_STATUS = "call/host-away", "call/status"
"""The codes of an attempt that the circuit breaker refused, and of an answer that is not 2xx."""


class Caller:
    """Calls webhooks; one for all threads of a process. `clock` gives seconds that never go back."""

    def __init__(self, client: Client, hosts: Hosts, clock: Callable[[], float] = monotonic) -> None:
        self._client = client
        self._hosts = hosts
        self._clock = clock

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Called | Busy:
        """Make the call; `Busy` where none was made because other threads call the host."""
        host = (urlsplit(url).hostname or "").removesuffix(".")
        with self._hosts.turn(host) as turn:
            if isinstance(turn, Busy):
                return turn
            if isinstance(turn, Away):
                return Called(None, 0, HOST_AWAY)
            began = self._clock()
            try:
                answer = self._answer(turn, url, body, headers)
            except CallFailed as failure:
                if isinstance(failure, SILENT):
                    self._hosts.failed(host)
                return Called(None, self._since(began), failure.code)
            if isinstance(answer, Busy):
                return answer
            self._hosts.answered(host)
            return _called(answer, self._since(began))

    def _answer(self, turn: Turn, url: str, body: bytes, headers: Mapping[str, str]) -> Answer | Busy:
        destination = self._client.destinations.find(url)
        busy = turn.and_addresses(map(str, destination.addresses))
        return busy or self._client.send(destination, body, headers)

    def _since(self, began: float) -> int:
        return round((self._clock() - began) * 1000)


def _called(answer: Answer, ms: int) -> Called:
    if 200 <= answer.status < 300:
        return Called(answer.status, ms)
    return Called(answer.status, ms, BAD_STATUS, _pause(answer))


def _pause(answer: Answer) -> int:
    """How many ms the other side wants to be left alone; a date in `Retry-After` is not read."""
    seconds = answer.headers.get("retry-after", "")
    is_number = seconds.isascii() and seconds.isdigit() and len(seconds) <= 9
    return min(int(seconds) * 1000, LONGEST_PAUSE_MS) if is_number else 0
