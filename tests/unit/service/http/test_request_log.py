"""Every request has an id and a log line, which has the route in place of the path."""

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask, Response
from structlog.contextvars import get_contextvars
from structlog.testing import capture_logs
from werkzeug.test import EnvironBuilder

from harness.play.signing_in import API, World
from service.http import request_log
from service.http.request_log import ID_HEADER, RequestWriter

GAME = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
Heard = list[tuple[str, str, int]]


class Metrics:
    """Metrics that record requests."""

    def __init__(self) -> None:
        self.heard: Heard = []

    def served(self, method: str, route: str, status: int, seconds: float) -> None:
        """Record a request."""
        assert 0 < seconds < 60
        self.heard.append((method, route, status))


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application with its request log."""
    made = World()
    request_log.register(made.app, Metrics())
    yield made
    made.hub.close()


def lines(world: World, method: str, path: str, **headers: str) -> list[Any]:
    """The log lines of this request."""
    with capture_logs([]) as caught:
        world.app.test_client().open(path, method=method, headers=headers, buffered=True)
    return [line for line in caught if line["event"] == "request"]


@pytest.mark.parametrize("given", ["7d4f1c2a-0001", "a" * 64, "Trace_01.x"])
def test_a_good_id_is_taken_over(world: World, given: str) -> None:
    """The id of the proxy or client is kept, so that log lines can be joined."""
    answer = world.app.test_client().get("/healthz", headers={ID_HEADER: given})
    assert answer.headers.getlist(ID_HEADER) == [given]


BAD = [None, "", "short", "a" * 65, "with blank", 'a"quote"b', "-leading", "ünïcodé"]


@pytest.mark.parametrize("given", BAD)
def test_any_other_is_replaced(world: World, given: str | None) -> None:
    """It is replaced by 128 random bits; each request has its own, refused ones too."""
    headers = {} if given is None else {ID_HEADER: given.encode().decode("latin-1")}
    client = world.app.test_client()
    ids = [client.get(path, headers=headers).headers[ID_HEADER] for path in ("/healthz", "/nowhere")]
    assert all(len(each) == 32 and set(each) <= set("0123456789abcdef") for each in ids)
    assert ids[0] != ids[1]


def test_a_line_says_what_was_answered(world: World) -> None:
    """The line has method, route, status and time, and the player if signed in."""
    browser = world.browser()
    player = browser.guest()
    with capture_logs([]) as caught:
        browser.ask("GET", "/me", **{ID_HEADER: "0123456789"}).close()
    (line,) = caught
    assert line.pop("ms") > 0
    assert datetime.fromisoformat(line.pop("timestamp")) <= datetime.now(UTC)
    assert line == {
        "event": "request",
        "log_level": "info",
        "method": "GET",
        "route": f"{API}/me",
        "status": 200,
        "player": player,
        "request_id": "0123456789",
    }


def test_a_line_has_no_path_and_no_query(world: World) -> None:
    """They may contain a private game's key or an e-mail link's token."""
    for method, path in (
        ("POST", f"{API}/session/verify/{GAME}.secret"),
        ("GET", f"{API}/games/{GAME}?invitation=secret"),
        ("GET", "/nowhere/secret"),
        ("SECRET", f"{API}/games"),
    ):
        (line,) = lines(world, method, path)
        assert "secret" not in repr(line).lower()
    assert line["method"] == "other"


def test_what_is_asked_all_the_time_is_not_told(world: World) -> None:
    """Health checks and static files are not logged."""
    assert lines(world, "GET", "/healthz") == []
    assert lines(world, "GET", "/static/style.css") == []
    assert len(lines(world, "GET", "/")) == 1


def test_the_game_is_known_to_all_that_is_said(world: World) -> None:
    """Log records during a request have its id and its game, and no other's."""
    seen = []

    @world.app.after_request
    def look(response: Response) -> Response:
        seen.append(get_contextvars())
        return response

    client = world.app.test_client()
    client.get(f"{API}/games/{GAME}/moves", headers={ID_HEADER: "0123456789"})
    client.get(f"{API}/dynasties/{GAME}")
    client.get("/rules")
    assert seen[0] == {"request_id": "0123456789", "game": GAME}
    assert seen[1]["dynasty"] == GAME
    assert list(seen[2]) == ["request_id"]
    client.get("/rules").close()
    assert get_contextvars() == {}


def test_every_request_is_counted() -> None:
    """It counts requests without a log line too; invented methods and paths share one label."""
    world, metrics = World(), Metrics()
    request_log.register(world.app, metrics)
    client = world.app.test_client()
    for method, path in (("GET", "/healthz"), ("GET", f"{API}/games/{GAME}"), ("BREW", "/a"), ("GET", "/b")):
        client.open(path, method=method).close()
    world.hub.close()
    assert metrics.heard == [
        ("GET", "/healthz", 200),
        ("GET", f"{API}/games/<game>", 404),
        ("other", "other", 404),
        ("GET", "other", 404),
    ]


@pytest.mark.parametrize(("ends", "told"), [(True, [0, 0, 1]), (False, [1, 1, 1])])
def test_nobody_waits_for_the_line(ends: bool, told: list[int]) -> None:  # noqa: FBT001
    """The line is written after the response; without a known length, when the response begins."""
    app, metrics = Flask("small"), Metrics()

    @app.get("/")
    def answer() -> Response:
        parts = [b"one", b"two"]
        return Response(b"".join(parts)) if ends else Response(iter(parts))

    request_log.register(app, metrics)
    heard = []
    sent = app.wsgi_app(EnvironBuilder().get_environ(), lambda *_: lambda _: None)
    heard.append(len(metrics.heard))
    assert b"".join(sent) == b"onetwo"
    heard.append(len(metrics.heard))
    sent.close()  # type: ignore[attr-defined]
    heard.append(len(metrics.heard))
    assert heard == told


def test_a_line_that_cannot_be_written_is_in_nobodys_way(caplog: pytest.LogCaptureFixture) -> None:
    """The failure is logged, and the next line is written."""
    writer, told = RequestWriter(), list[float]()

    def say(event: str, ms: float, **_: object) -> None:
        if not ms:
            raise BrokenPipeError(event)
        told.append(ms)

    with patch.object(request_log, "log", SimpleNamespace(info=say)):
        for ms in (0.0, 1.5):
            writer.handle(logging.LogRecord("a test", logging.INFO, "", 0, {"ms": ms}, (), None))
    assert told == [1.5]
    assert "a request could not be told of" in caplog.text
