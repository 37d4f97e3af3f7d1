"""Moves by a player of whom a process remembers whose the token was, on a store and a log in memory."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import pytest
from fakeredis import FakeServer
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from replays.encoding.signing import Signer
from replays.log.event_log import Append, Appended, Repeated, StoreAway, UnknownOutcome
from service.accounts.players import Players
from service.accounts.tokens import Tokens
from service.api.games.move_schemas import MoveSchema
from service.caches.moves import LONGEST_KEPT
from service.caches.states import States
from service.http import request_log
from service.http.authentication import COOKIE
from service.ops.meters import Meters
from tests.support.memory_log import MemoryEventLog
from tests.support.service import API
from tests.support.signing_in import Browser, World, code


class Table:
    """A game of two browsers that has begun."""

    def __init__(self, world: World) -> None:
        self.browsers = [world.browser(), world.browser()]
        for browser in self.browsers:
            browser.guest()
        opened: Any = self.browsers[0].ask("POST", "/games", {"players": 2}).json
        self.path = f"/games/{opened['id']}"
        assert self.browsers[1].ask("POST", f"{self.path}/seats", {}).status_code == 201

    def offered(self) -> tuple[Browser, Any]:
        """Who is to act, and the moves there are."""
        offered: Any = self.browsers[0].ask("GET", f"{self.path}/moves").json
        return self.browsers[offered["seat"]], offered

    def move(self) -> TestResponse:
        """The answer to the first move on offer."""
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


def test_one_move_after_the_other_needs_no_look(table: Table) -> None:
    """Each finds that the token is there, so that the next one may count on it."""
    with patch.object(Tokens, "authenticate", side_effect=AssertionError):
        assert [table.move().status_code for _ in range(6)] == [201] * 6


def test_a_refused_move_is_looked_at_and_the_next_is_not(table: Table) -> None:
    """It is told why it was refused, since the token is there."""
    mover, offered = table.offered()
    for _ in range(2):
        refused = mover.ask(
            "POST", f"{table.path}/moves", {"type": "pass"}, If_Match=f'"{offered["version"]}"'
        )
        assert code(refused) == (409, "turn/wrong-action")
    with patch.object(Tokens, "authenticate", side_effect=AssertionError):
        assert table.move().status_code == 201


@pytest.mark.parametrize(
    ("failure", "told"),
    [(UnknownOutcome("lost"), "store/unknown-outcome"), (StoreAway("gone"), "store/away")],
)
def test_what_became_of_a_move_is_told_though_nobody_can_look(
    world: World, table: Table, failure: Exception, told: str
) -> None:
    """That a move may be made must not be answered with that nothing was changed."""
    server: FakeServer = world.store.connection_pool.connection_kwargs["server"]

    def dies(*_: object) -> None:
        server.connected = False
        raise failure

    with patch.object(MemoryEventLog, "append", side_effect=dies):
        assert code(table.move()) == (503, told)


def test_the_line_of_a_move_names_who_made_it(world: World, table: Table) -> None:
    """And that of one by a token that was revoked names nobody."""
    request_log.register(world.app, Meters())
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


def test_the_answer_is_made_while_the_log_is_waited_for(table: Table) -> None:
    """When the log answers, nothing of it is left to make, and it tells of what came to be."""
    append = MemoryEventLog.append
    with ExitStack() as answered:

        def slowly(
            log: MemoryEventLog, ready: Append, meanwhile: Callable[[], object]
        ) -> Appended | Repeated:
            with patch.object(Players, "names", side_effect=AssertionError):  # it may ask the store
                meanwhile()
            for part, name in ((States, "text"), (Signer, "sign")):
                answered.enter_context(patch.object(part, name, side_effect=AssertionError))
            return append(log, ready)

        table.browsers[0].ask("GET", table.path)  # asks for the players' names
        answered.enter_context(patch.object(MemoryEventLog, "append", slowly))
        made = table.move()
    assert made.status_code == 201
    shown = table.browsers[0].ask("GET", table.path)
    state: Any = shown.json
    actions = state.pop("actions")
    assert {"action": "resign"} in actions
    assert made.json == state
    receipt = json.loads(made.headers["Kingdomino-Receipt"])
    assert made.headers["ETag"] == shown.headers["ETag"] == f'"{receipt["version"]}"'


def test_a_move_that_was_read_is_not_read_again(table: Table) -> None:
    """Where its body is short; a longer one is read each time, and so is one that is no move."""
    mover, offered = table.offered()
    path, headers = f"{API}{table.path}/moves", {"If-Match": '"0"', "Sec-Fetch-Site": "same-origin"}
    short = json.dumps(offered["moves"][0])
    long = short + " " * LONGEST_KEPT
    wrong = '{"type": "castle"}'
    for body, status, reads in ((short, 412, 1), (long, 412, 2), (wrong, 422, 2), ("{", 400, 0)):
        with patch.object(MoveSchema, "load", autospec=True, side_effect=MoveSchema.load) as read:
            codes = {mover.client.post(path, data=body, headers=headers).status_code for _ in range(2)}
        assert (codes, read.call_count) == ({status}, reads)


def test_a_look_at_the_state_costs_the_next_move_no_look(table: Table) -> None:
    """The state's own look, for what may be done, remembers the token again."""
    table.move()
    with patch.object(Tokens, "authenticate", autospec=True, side_effect=Tokens.authenticate) as looks:
        for _ in range(4):
            mover, _ = table.offered()
            assert "actions" in (mover.ask("GET", table.path).json or {})
            assert looks.call_count == 1
            assert table.move().status_code == 201
            assert looks.call_count == 1
            looks.reset_mock()
