"""A client of the API, version 1, for commands that use a running service.

Every failure is a `ClientError` whose text can be shown to the user unchanged.
"""

import json
import socket
import ssl
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, BinaryIO, Self
from urllib.parse import quote

import httpx

from replays.encoding.attempts import Request, SeatAttempt
from service.cli.seating import SeatAttempts, UnsafeTable

TIMEOUT_SECONDS = 30.0
LAST_PORT = 65_535
RETRIED = frozenset({429, 503})
"""The statuses of responses after which a retry may succeed."""
LONGEST_PAUSE_SECONDS = 5.0
"""The longest pause before the retry, even if Retry-After is longer."""

Json = dict[str, Any]
Note = Callable[[int, httpx.Response | None], None]


class ClientError(Exception):
    """A request that failed; the text says why and what to do."""


class NoService(ClientError):  # noqa: N818 - names the situation
    """No connection to the address is possible."""


class BadAnswer(ClientError):  # noqa: N818 - names the situation
    """The response is not one of a Kingdomino service, or is incomplete."""


class RequestRefused(ClientError):  # noqa: N818 - names the situation
    """The service refused the request: HTTP `status`, the problem's `code`, all its members in `problem`."""

    def __init__(self, status: int, problem: Json) -> None:
        self.status = status
        self.code = str(problem.get("code", f"http/{status}"))
        self.problem = problem
        text = problem.get("detail") or problem.get("title") or "the service refused"
        super().__init__(f"{text} ({self.code}){_errors(problem.get('errors'))}")


def _errors(errors: object) -> str:
    """The problem's list of invalid values, as a suffix of the text; empty without one."""
    return f": {json.dumps(errors, ensure_ascii=False)}" if errors else ""


@dataclass(frozen=True, slots=True)
class Player:
    """A registered player; the token authorizes requests in their name."""

    id: str
    name: str
    token: str


class Download:
    """A file of at most `most` bytes for the body of a response."""

    def __init__(self, file: BinaryIO, most: int) -> None:
        self._file = file
        self.most = most

    def take(self, pieces: Iterable[bytes]) -> bool:
        """Write the body from the file's beginning; False as soon as it is too large."""
        self._file.seek(0)
        self._file.truncate()
        left = self.most
        for piece in pieces:
            self._file.write(piece)
            left -= len(piece)
            if left < 0:
                return False
        return True

    def begins_with(self, text: bytes) -> bool:
        """True if the file begins with these bytes; the place in the file is then its beginning."""
        self._file.seek(0)
        found = self._file.read(len(text)) == text
        self._file.seek(0)
        return found


class ApiClient:
    """The API at a base URL, over one keep-alive connection; for one thread, to be closed after use.

    If the connection is lost, or the response's status is in `RETRIED`, the request is retried once with the
    same Idempotency-Key, so it takes effect once. `pause(seconds)` waits before the retry; `new_key()`
    returns a new key.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float = TIMEOUT_SECONDS,
        pause: Callable[[float], None] = time.sleep,
        new_key: Callable[[], str] = lambda: str(uuid.uuid4()),
        now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self.url = url.rstrip("/")
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        self._http = http_client(f"{self.url}/api/v1/", timeout, headers)
        self._pause = pause
        self._new_key = new_key
        self._now_ms = now_ms
        self.receipts: list[str] = []
        """The lines of a file of receipts: of all responses so far, in order, each after the time it came."""
        self._seats = SeatAttempts(new_key)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._http.close()

    def create_player(self, name: str) -> Player:
        """Register a player."""
        answer = self._post("players", {"name": name})
        return Player(answer["id"], answer["name"], answer["token"])

    def create_game(self, player: Player, rules: Json, players: int, *, join: bool = True) -> Json:
        """Open a game and return its state; with `join` the player has seat 0, without entropy."""
        return self._post("games", {"rules": rules, "players": players, "join": join}, player)

    def take_seat(self, player: Player, game: str) -> int:
        """Join the game on the lowest free seat, and return the seat.

        It contributes 32 random bytes of this machine to the draws. They are sent only after the game's first
        event, which commits to the draws, was read, so the service cannot have chosen its seed by them. Each
        later call for this game and player sends the same bytes with the same Idempotency-Key, so the service
        cannot choose the bytes by refusing others. Raises `ClientError` if the draws could be chosen.
        """
        try:
            attempt = self._seats.at(game, player.id, self.events(game, limit=1)["events"][0])
        except UnsafeTable as error:
            raise ClientError(str(error)) from error
        body = {"entropy": attempt.entropy, "seen": attempt.first}
        headers = self._posting(player.token, attempt.key)
        path = f"games/{quote(game, safe='')}/seats"

        def note(at: int, answer: httpx.Response | None) -> None:
            self._seats.note(attempt, _request(answer, at))

        return int(self._json(self._answer("POST", path, note, json=body, headers=headers))["seat"])

    def attempts(self) -> list[SeatAttempt]:
        """What was sent to take seats so far, and how it was answered."""
        return self._seats.all()

    def seat_bot(self, player: Player, game: str, policy: str) -> int:
        """Put a bot on the lowest free seat, and return the seat; the player must sit at the table."""
        return int(self._post(f"games/{quote(game, safe='')}/bots", {"policy": policy}, player)["seat"])

    def state(self, game: str, version: int | None = None) -> Json:
        """The current state, or the state at a version."""
        return self._of(game, self._get(f"games/{quote(game, safe='')}", version=version))

    def moves(self, game: str) -> Json:
        """The seat to act, the version, and every legal move."""
        return self._get(f"games/{quote(game, safe='')}/moves")

    def move(self, player: Player, game: str, move: Json, version: int) -> Json:
        """Make a move that was chosen for this version, and return the state after it."""
        path = f"games/{quote(game, safe='')}/moves"
        return self._of(game, self._post(path, move, player, {"If-Match": f'"{version}"'}))

    def events(self, game: str, after: int = 0, limit: int = 1000) -> Json:
        """A page of the game's events, and where the next page begins."""
        return self._get(f"games/{quote(game, safe='')}/events", after=after, limit=limit)

    def replay(self, game: str) -> Json:
        """All events with the state after each, and the first fault of a damaged log."""
        return self._get(f"games/{quote(game, safe='')}/replay")

    def bundle(self, listing: str, recorded: str, file: BinaryIO, most: int) -> None:
        """Write the audit bundle of a game or series of this listing, of at most `most` bytes, to a file."""
        path = f"{listing}/{quote(recorded, safe='')}/audit"
        download = Download(file, most)
        answer = self._answer("GET", path, into=download, headers={"Accept": "application/zip"})
        if answer.status_code != 200:
            self._json(answer)
        if answer.status_code != 200 or not download.begins_with(b"PK"):
            raise BadAnswer(f"{self.url} did not send a bundle (HTTP {answer.status_code})")

    def transcript(self, game: str) -> str:
        """The game's text, in the notation of whole games."""
        answer = self._answer("GET", f"games/{quote(game, safe='')}", headers={"Accept": "text/plain"})
        if answer.status_code != 200 or not answer.headers.get("content-type", "").startswith("text/plain"):
            self._json(answer)
            raise BadAnswer(f"{self.url} did not send the text of a game (HTTP {answer.status_code})")
        return answer.text

    def create_study(self, token: str, text: str) -> Json:
        """Import a game's text as a study of the token's account, and return the state at its end."""
        headers = {**self._posting(token), "Content-Type": "text/plain; charset=utf-8"}
        return self._json(self._answer("POST", "studies", content=text.encode(), headers=headers))

    def has_study(self, study: str) -> bool:
        """True if there is a study with this id."""
        try:
            self._get(f"studies/{quote(study, safe='')}")
        except RequestRefused as refused:
            if refused.status != 404:
                raise
            return False
        return True

    def get(self, path: str, token: str | None = None, **query: str | int | None) -> Json:
        """The JSON object at a path under the API."""
        return self._json(self._got(path, "application/json", token, query))

    def csv(self, path: str, **query: str | int | None) -> str:
        """The CSV file at a path under the API."""
        answer = self._got(path, "text/csv", None, query)
        if answer.status_code != 200 or not answer.headers.get("content-type", "").startswith("text/csv"):
            self._json(answer)
            raise BadAnswer(f"{self.url} did not send CSV (HTTP {answer.status_code})")
        return answer.text

    def post(self, path: str, body: Json, token: str) -> Json:
        """The response to a POST at a path under the API."""
        return self._json(self._answer("POST", path, json=body, headers=self._posting(token)))

    def post_csv(self, path: str, content: bytes, token: str) -> Json:
        """The response to a POST of a CSV file."""
        headers = {**self._posting(token), "Content-Type": "text/csv; charset=utf-8"}
        return self._json(self._answer("POST", path, content=content, headers=headers))

    def _got(
        self, path: str, accept: str, token: str | None, query: Mapping[str, str | int | None]
    ) -> httpx.Response:
        given = {name: value for name, value in query.items() if value is not None}
        signed = {"Authorization": f"Bearer {token}"} if token else {}
        return self._answer("GET", path, params=given, headers={"Accept": accept, **signed})

    def _of(self, game: str, state: Json) -> Json:
        """The state; raises `BadAnswer` for that of another game."""
        if state.get("id", game) != game:
            raise BadAnswer(f"{self.url} sent the state of the game {state['id']} instead of that of {game}")
        return state

    def _get(self, path: str, **query: int | None) -> Json:
        given = {name: value for name, value in query.items() if value is not None}
        return self._json(self._answer("GET", path, params=given))

    def _post(
        self, path: str, body: Json, player: Player | None = None, headers: Mapping[str, str] | None = None
    ) -> Json:
        all_headers = {**self._posting(player.token if player else None), **(headers or {})}
        return self._json(self._answer("POST", path, json=body, headers=all_headers))

    def _posting(self, token: str | None, key: str | None = None) -> dict[str, str]:
        """The headers of a POST: the Idempotency-Key, and the authorization if there is a token."""
        authorization = {"Authorization": f"Bearer {token}"} if token else {}
        return {"Idempotency-Key": key or self._new_key(), **authorization}

    def _answer(
        self,
        method: str,
        path: str,
        note: Note | None = None,
        into: "Download | None" = None,
        **options: Any,
    ) -> httpx.Response:
        """The response to a request with these httpx options; the request is sent at most twice.

        `note` is called with the time of each request and its response, or None if the connection was lost.
        The body of a 200 is written `into` the download if there is one, and is not in the response.
        """
        request = self._request(method, path, options)
        answer = self._noted(request, note, into)
        if answer is None or answer.status_code in RETRIED:
            self._pause(_pause_seconds(answer))
            answer = self._noted(request, note, into)
        if answer is None:
            raise BadAnswer(f"{self.url} closed the connection or sent no response, twice: try again")
        return answer

    def _noted(
        self, request: httpx.Request, note: Note | None, into: "Download | None"
    ) -> httpx.Response | None:
        """Send the request, and note how it was answered."""
        at = self._now_ms()
        answer = self._send(request, into)
        if note:
            note(at, answer)
        return answer

    def _request(self, method: str, path: str, options: Mapping[str, Any]) -> httpx.Request:
        """Build the request; raises `ClientError` if a header, such as a token, is not printable ASCII."""
        for name, value in options.get("headers", {}).items():
            if not (value.isascii() and value.isprintable()):
                raise ClientError(
                    f"the value of {name} has characters that a header cannot have: check the token"
                )
        return self._http.build_request(method, path, **options)

    def _send(self, request: httpx.Request, into: "Download | None") -> httpx.Response | None:
        """The response, or None if the connection was lost before it was complete."""
        try:
            answer = self._http.send(request, stream=True)
            with closing(answer):
                if into is None or answer.status_code != 200:
                    answer.read()
                elif not into.take(answer.iter_bytes()):
                    raise BadAnswer(f"{self.url} sent more than {into.most} bytes")
            return answer
        except httpx.ConnectError as error:  # no server, no route, no permission, an invalid certificate
            raise NoService(_no_service(self.url, error)) from error
        except httpx.DecodingError as error:
            raise BadAnswer(f"{self.url} sent a response that cannot be decoded: {error}") from error
        except httpx.TransportError:
            return None

    def _json(self, answer: httpx.Response) -> Json:
        try:
            value = answer.json()
        except ValueError:
            value = None
        if not isinstance(value, dict):
            kind = answer.headers.get("content-type", "no content type")
            raise BadAnswer(
                f"{self.url} did not respond like a Kingdomino service (HTTP {answer.status_code}, {kind})"
            )
        if answer.status_code >= 300:
            raise RequestRefused(answer.status_code, value)
        received = datetime.fromtimestamp(self._now_ms() / 1000, UTC).isoformat(timespec="milliseconds")
        self.receipts += [f"{received} {text}" for text in answer.headers.get_list("Kingdomino-Receipt")]
        return value


def http_client(url: str, timeout: float, headers: Mapping[str, str]) -> httpx.Client:
    """An HTTP client of the paths under a URL, with the system's trusted certificates and no proxy.

    It is not connected yet; raises `ClientError` for an invalid URL.
    """
    try:
        base = httpx.URL(url)
    except httpx.InvalidURL:
        base = httpx.URL()
    port_fits = base.port is None or 0 < base.port <= LAST_PORT
    if not base.host or base.userinfo or not port_fits or base.scheme not in {"http", "https"}:
        raise ClientError(f"{url!r} is not the address of a service, such as http://127.0.0.1:8000")
    trusted = ssl.create_default_context() if base.scheme == "https" else False  # there is nothing to verify
    return httpx.Client(base_url=base, timeout=timeout, headers=headers, verify=trusted, trust_env=False)


def _request(answer: httpx.Response | None, at: int) -> Request:
    """How a request for a seat, sent at this time (ms UTC), was answered."""
    if answer is None:
        return Request(at)
    try:
        code = answer.json().get("code")
    except (ValueError, AttributeError):  # no JSON, or no object
        code = None
    return Request(at, code if isinstance(code, str) else None, answer.status_code)


def _pause_seconds(answer: httpx.Response | None) -> float:
    """The pause that Retry-After asks for, limited; 0 after a lost connection."""
    wished = answer.headers.get("retry-after", "") if answer else ""
    return min(float(wished), LONGEST_PAUSE_SECONDS) if wished.isdecimal() else 0.0


def _no_service(url: str, error: httpx.ConnectError) -> str:
    reason: BaseException | None = error
    while reason and not isinstance(reason, OSError):
        reason = reason.__context__
    if not isinstance(reason, ConnectionRefusedError | socket.gaierror):
        return f"{url} cannot be reached: {error}"
    return (
        f"no service is running at {url}: start one with `make run` and wait until it is ready, or "
        "name another with --url or KINGDOMINO_URL"
    )
