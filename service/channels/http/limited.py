"""Calls to outside addresses where their hosts may be called now, so that slow ones delay no others."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from service.channels.http.client import Answer, Client
from service.channels.http.errors import CallFailed, HostAway, NotAllowed
from service.channels.http.hosts import Away, Busy, Hosts, Turn


class LimitedClient:
    """A client for all threads of a process, with what it knows of the hosts that they call."""

    def __init__(self, client: Client, hosts: Hosts) -> None:
        self._client = client
        self._hosts = hosts

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer | Busy:
        """Make the call; `Busy` where none was made because other threads call the host.

        Raises `CallFailed`: `HostAway` where none was made because the host did not answer others just now.
        """
        host = (urlsplit(url).hostname or "").removesuffix(".")
        with self._hosts.turn(host) as turn:
            if isinstance(turn, Busy):
                return turn
            if isinstance(turn, Away):
                raise HostAway
            answer = self._send(turn, url, body, headers)
            if not isinstance(answer, Busy):
                self._hosts.answered(host)
            return answer

    def _send(self, turn: Turn, url: str, body: bytes, headers: Mapping[str, str]) -> Answer | Busy:
        try:
            destination = self._client.destinations.find(url)
            busy = turn.and_addresses(map(str, destination.addresses))
            return busy or self._client.send(destination, body, headers)
        except NotAllowed:
            raise
        except CallFailed:
            self._hosts.failed(turn.host)
            raise
