"""A client of the API, version 1, for the commands that talk to a running service.

Every failure is a `ClientError` whose text can be shown to the user as it is.
"""

import http.client
import json
import socket
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote, urlencode, urlsplit

TIMEOUT_SECONDS = 30.0
RETRIED = frozenset({429, 503})
"""Answers after which the same request may succeed a little later."""
LONGEST_PAUSE_SECONDS = 5.0
"""How long a Retry-After is obeyed at most before the second attempt."""

_LOST = (http.client.HTTPException, ConnectionError, TimeoutError)

Json = dict[str, Any]


class ClientError(Exception):
    """A request that failed; the text says why and what to do."""


class NoService(ClientError):  # noqa: N818 - says what is the case
    """Nobody answers at the address."""


class BadAnswer(ClientError):  # noqa: N818 - says what is the case
    """What answered is no Kingdomino service, or stopped in the middle."""


class Refused(ClientError):  # noqa: N818 - says what is the case
    """The service refused: its problem's stable `code`, HTTP `status`, and all its members in `problem`."""

    def __init__(self, status: int, problem: Json) -> None:
        self.status = status
        self.code = str(problem.get("code", f"http/{status}"))
        self.problem = problem
        text = problem.get("detail") or problem.get("title") or "the service refused"
        super().__init__(f"{text} ({self.code}){_errors(problem.get('errors'))}")


def _errors(errors: object) -> str:
    """What is wrong with which value, where the service says so."""
    return f": {json.dumps(errors, ensure_ascii=False)}" if errors else ""


@dataclass(frozen=True, slots=True)
class Player:
    """A registered player; the token makes moves in its name."""

    id: str
    name: str
    token: str


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    path: str
    body: bytes | None
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


class Client:
    """The API at a base URL, over one connection that is kept; for one thread, to be closed after use.

    A request is tried a second time, with the same Idempotency-Key, when the connection is lost or the answer
    is one of `RETRIED`: it takes effect once. `pause(seconds)` waits before that, `new_key()` gives a key.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float = TIMEOUT_SECONDS,
        pause: Callable[[float], None] = time.sleep,
        new_key: Callable[[], str] = lambda: str(uuid.uuid4()),
    ) -> None:
        self.url = url.rstrip("/")
        self._connection, self._prefix = _connection(self.url, timeout)
        self._pause = pause
        self._new_key = new_key

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def create_player(self, name: str) -> Player:
        """Register a player."""
        answer = self._post("players", {"name": name})
        return Player(answer["id"], answer["name"], answer["token"])

    def create_game(self, player: Player, rules: Json, players: int, *, join: bool = True) -> Json:
        """Open a game and return its state; with `join` the player has seat 0."""
        return self._post("games", {"rules": rules, "players": players, "join": join}, player)

    def take_seat(self, player: Player, game: str) -> int:
        """Sit the player down on the lowest free seat, which is returned."""
        return int(self._post(f"games/{quote(game, safe='')}/seats", {}, player)["seat"])

    def seat_bot(self, player: Player, game: str, policy: str) -> int:
        """Put a bot on the lowest free seat, which is returned; the player sits at the table."""
        return int(self._post(f"games/{quote(game, safe='')}/bots", {"policy": policy}, player)["seat"])

    def state(self, game: str, version: int | None = None) -> Json:
        """The state now, or at a version."""
        return self._get(f"games/{quote(game, safe='')}", version=version)

    def moves(self, game: str) -> Json:
        """The seat to act, the version, and every legal move."""
        return self._get(f"games/{quote(game, safe='')}/moves")

    def move(self, player: Player, game: str, move: Json, version: int) -> Json:
        """Make a move thought out for a version, and return the state after it."""
        return self._post(f"games/{quote(game, safe='')}/moves", move, player, {"If-Match": f'"{version}"'})

    def events(self, game: str, after: int = 0, limit: int = 1000) -> Json:
        """A page of the game's events, and where the next one begins."""
        return self._get(f"games/{quote(game, safe='')}/events", after=after, limit=limit)

    def replay(self, game: str) -> Json:
        """All events with the state after each, and the first fault of a damaged log."""
        return self._get(f"games/{quote(game, safe='')}/replay")

    def bundle(self, kind: str, recorded: str) -> bytes:
        """The audit bundle of one of the `games` or `dynasties`."""
        path = f"{kind}/{quote(recorded, safe='')}/audit"
        answer = self._answer(_Request("GET", path, None, {"Accept": "application/zip"}))
        if answer.status != 200 or not answer.body.startswith(b"PK"):
            self._json(answer)
            raise BadAnswer(f"{self.url} sent something else than a bundle (HTTP {answer.status})")
        return answer.body

    def transcript(self, game: str) -> str:
        """The game's text, in the notation of whole games."""
        path = f"games/{quote(game, safe='')}"
        answer = self._answer(_Request("GET", path, None, {"Accept": "text/plain"}))
        if answer.status != 200 or not answer.headers.get("content-type", "").startswith("text/plain"):
            self._json(answer)
            raise BadAnswer(f"{self.url} sent something else than a game's text (HTTP {answer.status})")
        return answer.body.decode("utf-8", "replace")

    def create_study(self, token: str, text: str) -> Json:
        """Import a game's text as a study of the token's account, and return the state at its end."""
        headers = {**self._posting(token), "Content-Type": "text/plain; charset=utf-8"}
        return self._ask(_Request("POST", "studies", text.encode(), headers))

    def has_study(self, study: str) -> bool:
        """Whether there is a study with this id."""
        try:
            self._get(f"studies/{quote(study, safe='')}")
        except Refused as refused:
            if refused.status != 404:
                raise
            return False
        return True

    def _get(self, path: str, **query: int | None) -> Json:
        given = {name: value for name, value in query.items() if value is not None}
        target = f"{path}?{urlencode(given)}" if given else path
        return self._ask(_Request("GET", target, None, {"Accept": "application/json"}))

    def _post(
        self, path: str, body: Json, player: Player | None = None, headers: Mapping[str, str] | None = None
    ) -> Json:
        all_headers = {
            **self._posting(player.token if player else None),
            "Content-Type": "application/json",
            **(headers or {}),
        }
        return self._ask(_Request("POST", path, json.dumps(body).encode(), all_headers))

    def _posting(self, token: str | None) -> Json:
        """The headers of every POST, in the name of the token's player where there is one."""
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        return {"Accept": "application/json", "Idempotency-Key": self._new_key(), **authorization}

    def _ask(self, request: _Request) -> Json:
        """The answer's JSON."""
        return self._json(self._answer(request))

    def _answer(self, request: _Request) -> _Answer:
        """The answer; the request is sent twice at most."""
        answer = self._send(request)
        if answer is None or answer.status in RETRIED:
            self._pause(_pause_seconds(answer))
            answer = self._send(request)
        if answer is None:
            raise BadAnswer(f"{self.url} broke off the connection, or gave no answer, twice: try again")
        return answer

    def _send(self, request: _Request) -> _Answer | None:
        """The answer, or None where the connection was lost before it was whole."""
        try:
            self._connection.request(
                request.method, f"{self._prefix}/api/v1/{request.path}", request.body, dict(request.headers)
            )
            response = self._connection.getresponse()
            answer = _Answer(response.status, _lower(response.getheaders()), response.read())
        except (ConnectionRefusedError, socket.gaierror) as error:
            self.close()
            raise NoService(_no_service(self.url)) from error
        except _LOST:
            self.close()
            return None
        except OSError as error:  # no route, no permission, a certificate that is not right
            self.close()
            raise NoService(f"{self.url} cannot be reached: {error}") from error
        return answer

    def _json(self, answer: _Answer) -> Json:
        try:
            value = json.loads(answer.body)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            kind = answer.headers.get("content-type", "no content type")
            raise BadAnswer(
                f"{self.url} does not answer like a Kingdomino service (HTTP {answer.status}, {kind})"
            )
        if answer.status >= 300:
            raise Refused(answer.status, value)
        return value


def _connection(url: str, timeout: float) -> tuple[http.client.HTTPConnection, str]:
    """A connection that is not open yet, and the path before the API's."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in {"http", "https"}:
        raise ClientError(f"{url!r} is no address of a service: write it as in http://127.0.0.1:8000")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(host, port, timeout=timeout), quote(parts.path)


def _lower(headers: list[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


def _pause_seconds(answer: _Answer | None) -> float:
    """How long the service asks to wait, within reason; nothing after a lost connection."""
    wished = answer.headers.get("retry-after", "") if answer else ""
    return min(float(wished), LONGEST_PAUSE_SECONDS) if wished.isdecimal() else 0.0


def _no_service(url: str) -> str:
    return (
        f"no service answers at {url}: start one with `make run` and wait until it says that it is there, or "
        "name another with --url or KINGDOMINO_URL"
    )
