"""Moves over HTTP, with an in-memory store and log: responses, and who may move."""

import json
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from fakeredis import FakeServer
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from harness.play.signing_in import Browser, World, code
from harness.store.fake_log import FakeEventLog
from replays.log.event_log import Append, Appended, Repeated, StoreAway, UnknownOutcome
from service.http import request_log
from service.http.authentication import COOKIE
from service.ops.process_metrics import ProcessMetrics


class Table:
    """A started game of two browsers."""

    def __init__(self, world: World) -> None:
        self.browsers = [world.browser(), world.browser()]
        for browser in self.browsers:
            browser.guest()
        opened: Any = self.browsers[0].ask("POST", "/games", {"players": 2}).json
        self.path = f"/games/{opened['id']}"
        assert self.browsers[1].ask("POST", f"{self.path}/seats", {}).status_code == 201

    def offered(self) -> tuple[Browser, Any]:
        """The browser of the seat to act, and its legal moves."""
        offered: Any = self.browsers[0].ask("GET", f"{self.path}/moves").json
        return self.browsers[offered["seat"]], offered

    def move(self) -> TestResponse:
        """The response to the first legal move."""
        mover, offered = self.offered()
        return mover.ask(
            "POST", f"{self.path}/moves", offered["moves"][0], If_Match=f'"{offered["version"]}"'
        )


@pytest.fixture
def world() -> Iterator[World]:
    """Give the application."""
    made = World()
    yield made
    made.hub.close()


@pytest.fixture
def table(world: World) -> Table:
    """Give a game."""
    return Table(world)


@pytest.mark.parametrize(
    ("failure", "told"),
    [(UnknownOutcome("lost"), "store/unknown-outcome"), (StoreAway("gone"), "store/away")],
)
def test_what_became_of_a_move_is_told(world: World, table: Table, failure: Exception, told: str) -> None:
    """A move that may have been stored does not get the response that nothing was changed."""
    server: FakeServer = world.store.connection_pool.connection_kwargs["server"]

    def dies(*_: object) -> None:
        server.connected = False
        raise failure

    with patch.object(FakeEventLog, "append", side_effect=dies):
        assert code(table.move()) == (503, told)


def test_the_line_of_a_move_names_who_made_it(world: World, table: Table) -> None:
    """The log line of a move with a revoked token names no player."""
    request_log.register(world.app, ProcessMetrics())
    mover, _ = table.offered()
    player: Any = mover.who()
    with capture_logs([]) as caught:
        table.move().close()
    assert [(line["status"], line.get("player")) for line in caught[-1:]] == [(201, player["id"])]
    while table.offered()[0] is not mover:
        table.move().close()
    token = mover.client.get_cookie(COOKIE)
    assert token is not None
    mover.ask("POST", "/me/tokens", {"name": "phone"})
    assert mover.ask("DELETE", "/session").status_code == 204
    mover.client.set_cookie(COOKIE, token.value)
    with capture_logs([]) as caught:
        table.move().close()
    assert [(line["status"], line.get("player")) for line in caught[-1:]] == [(401, None)]


def test_a_move_is_answered_with_the_state_and_a_receipt(table: Table) -> None:
    """The state is the public one; its version is in the ETag and in the receipt."""
    made = table.move()
    assert made.status_code == 201
    shown = table.browsers[0].ask("GET", table.path)
    state: Any = shown.json
    actions = state.pop("actions")
    assert {"action": "resign", "ends": True} in actions
    assert made.json == state
    receipt = json.loads(made.headers["Kingdomino-Receipt"])
    assert made.headers["ETag"] == shown.headers["ETag"] == f'"{receipt["version"]}"'


def test_a_token_revoked_after_admission_ends_its_request_and_no_other(world: World, table: Table) -> None:
    """An admitted move may still be stored (ADR 16); the next request with the token gets 401."""
    mover, offered = table.offered()
    phone: Any = mover.ask("POST", "/me/tokens", {"name": "phone"}).json
    append = FakeEventLog.append

    def revoked_first(log: FakeEventLog, ready: Append) -> Appended | Repeated:
        assert mover.ask("DELETE", f"/me/tokens/{phone['id']}").status_code == 204
        return append(log, ready)

    sent = {"Authorization": f"Bearer {phone['token']}", "If-Match": f'"{offered["version"]}"'}
    thief = world.browser()
    with patch.object(FakeEventLog, "append", revoked_first):
        made = thief.ask("POST", f"{table.path}/moves", offered["moves"][0], **sent)
    assert made.status_code == 201
    again = thief.ask("POST", f"{table.path}/moves", offered["moves"][0], **sent)
    assert code(again) == (401, "auth/unknown-token")
