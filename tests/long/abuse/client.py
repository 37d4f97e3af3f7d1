"""HTTP clients with their own client address, and the outcomes that an attacker counts."""

import http.client
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import Any, Self

from harness.wire.http import Answer

TIMEOUT_SECONDS = 120.0
API = "/api/v1"
OUR_PAGE = {"Sec-Fetch-Site": "same-origin"}
"""The header by which a request passes for one from the service's own pages; a script can send it too."""
FORM = {"Content-Type": "application/x-www-form-urlencoded", **OUR_PAGE}


class Client:
    """One persistent connection from one address; for one thread."""

    def __init__(self, port: int, address: str) -> None:
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=TIMEOUT_SECONDS, source_address=(address, 0)
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens a new one."""
        self._connection.close()

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        token: str | None = None,
    ) -> Answer:
        """Send a request (bytes unchanged, other bodies as JSON), with one retry on a new connection."""
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        signed = {"Authorization": f"Bearer {token}"} if token else {}
        for last in (False, True):
            try:
                self._connection.request(method, path, content, {**(headers or {}), **signed})
                response = self._connection.getresponse()
                told = {name.lower(): value for name, value in response.getheaders()}
                return Answer(response.status, told, response.read())
            except (OSError, http.client.HTTPException):
                self.close()
                if last:
                    raise
        raise AssertionError

    def register(self, name: str) -> tuple[str, str]:
        """Register a new account, and return its id and token; raises `Refused`."""
        made = self.made(self.ask("POST", f"{API}/players", {"name": name}))
        return made["id"], made["token"]

    def made(self, answer: Answer, status: int = 201) -> Any:
        """The JSON of a response that must have this status; raises `Refused`."""
        if answer.status != status:
            raise Refused(outcome(answer))
        return json.loads(answer.body)


class Refused(Exception):  # noqa: N818 - an expected outcome, not a fault
    """The service refused a request; the message is the outcome."""


def outcome(answer: Answer) -> str:
    """The status, and the code of a problem: `201`, `429 limit/requests`."""
    if not answer.headers.get("content-type", "").startswith("application/problem+json"):
        return str(answer.status)
    return f"{answer.status} {json.loads(answer.body).get('code')}"


@dataclass(frozen=True)
class Target:
    """The data for an attacker: the service's port, the attacker's address, and the duration in seconds.

    `finds` has the data prepared for this attack, such as ids of games. It must be picklable.
    """

    port: int
    address: str
    seconds: float
    finds: Mapping[str, Any] = field(default_factory=dict)

    def client(self) -> Client:
        """A new connection from the attacker's address."""
        return Client(self.port, self.address)


class Tally:
    """The counts of outcomes; safe to share between threads."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def note(self, answer: Answer | str, times: int = 1) -> None:
        """Count a response, or another outcome, `times` times."""
        with self._lock:
            self._counts[answer if isinstance(answer, str) else outcome(answer)] += times

    @property
    def counts(self) -> Counter[str]:
        """The counts of all outcomes."""
        return Counter(self._counts)


Shot = Callable[[Client, int], Answer]
"""One request of an attack: takes the connection and the number of the request."""


def barrage(target: Target, shots: Sequence[Shot], connections: int = 16) -> Counter[str]:
    """Send these requests in turn on this number of connections until the time is over."""
    tally, until = Tally(), monotonic() + target.seconds

    def fire(thread: int) -> None:
        with target.client() as client:
            number = thread
            while monotonic() < until:
                try:
                    tally.note(shots[number % len(shots)](client, number))
                except (OSError, http.client.HTTPException) as fault:
                    tally.note(type(fault).__name__)
                number += 1

    with ThreadPoolExecutor(connections) as pool:
        list(pool.map(fire, range(connections)))
    return tally.counts


def get(path: str) -> Shot:
    """A GET of this path."""
    return lambda client, _: client.ask("GET", path)


def post_form(path: str, form: bytes) -> Shot:
    """A POST of a form, as a page of the service sends it."""
    return lambda client, _: client.ask("POST", path, form, FORM)


def post_json(path: str, body: Any) -> Shot:
    """A POST of a JSON body to the API."""
    return lambda client, _: client.ask("POST", API + path, body, OUR_PAGE)
