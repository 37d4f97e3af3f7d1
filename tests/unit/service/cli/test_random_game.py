"""`random-game` waits for bots and for the result, with a time limit."""

import pytest

from harness.clock import Clock
from harness.games import seeded
from harness.wire.fake_service import Answer, answering
from service.cli import random_game
from service.cli.client import ApiClient, ClientError, Player
from service.cli.random_game import Patience, RemoteTable

ANN = Player("a", "Ann", "token")
BOTS, OVER = {"id": "game", "to_act": {"seat": 1, "types": ["place"]}}, {"id": "game", "to_act": None}
FINISHED, SCORED = Answer(body={"status": "finished"}), Answer(body={"status": "scored"})


def test_the_result_is_waited_for() -> None:
    """The state is polled until it is scored."""
    clock = Clock()
    with answering([FINISHED, FINISHED, SCORED]) as service, ApiClient(service.url) as client:
        state = random_game.until_scored(client, "game", Patience(10, clock, clock.advance))
    assert state["status"] == "scored"
    assert clock.now == 1000.0 + 2 * random_game.POLL_SECONDS


def test_without_a_worker_the_wait_ends() -> None:
    """After the time limit the last state is returned."""
    clock = Clock()
    with answering([FINISHED] * 3) as service, ApiClient(service.url) as client:
        state = random_game.until_scored(client, "game", Patience(0.15, clock, clock.advance))
    assert state["status"] == "finished"


def test_bots_are_waited_for() -> None:
    """No moves are requested for bots' seats, and one state covers all of their moves."""
    clock = Clock()
    answers = [Answer(body=BOTS), Answer(body=BOTS), Answer(body=OVER)]
    with answering(answers) as service, ApiClient(service.url) as client:
        patience = Patience(10, clock, clock.advance)
        states = list(random_game.play(client, RemoteTable(BOTS, {0: ANN}), seeded(1), patience))
    assert states == [OVER]
    assert {asked.path for asked in service.asked} == {"/api/v1/games/game"}


def test_without_a_worker_the_wait_for_bots_ends() -> None:
    """The error gives the reason."""
    clock = Clock()
    with answering([Answer(body=BOTS)] * 3) as service, ApiClient(service.url) as client:
        patience = Patience(0.15, clock, clock.advance)
        with pytest.raises(ClientError, match="no bot moves"):
            list(random_game.play(client, RemoteTable(BOTS, {0: ANN}), seeded(1), patience))


def test_dominoes_are_counted() -> None:
    """Two players have two kings each and play 6 rounds, so 24 dominoes."""
    kingdoms = [{"cells": [{}] * 4, "discarded": [3]}, {"cells": [{}] * 2, "discarded": []}]
    state = {"rounds": 6, "kingdoms": kingdoms}
    assert (random_game.dominoes_used(state), random_game.dominoes_in_all(state)) == (4, 24)
