"""A random game's end is waited for, but not for ever."""

from service import random_game
from service.client import Client
from tests.support.clock import Clock
from tests.support.fake_service import Answer, answering

FINISHED, SCORED = Answer(body={"status": "finished"}), Answer(body={"status": "scored"})


def test_the_result_is_waited_for() -> None:
    """The state is asked for again and again until it is scored."""
    clock = Clock()
    with answering([FINISHED, FINISHED, SCORED]) as service, Client(service.url) as client:
        state = random_game.until_scored(client, "game", seconds=10, clock=clock, pause=clock.advance)
    assert state["status"] == "scored"
    assert clock.now == 1000.0 + 2 * random_game.POLL_SECONDS


def test_without_a_worker_the_wait_ends() -> None:
    """After so many seconds the last state is returned as it is."""
    clock = Clock()
    with answering([FINISHED] * 3) as service, Client(service.url) as client:
        state = random_game.until_scored(client, "game", seconds=0.15, clock=clock, pause=clock.advance)
    assert state["status"] == "finished"


def test_dominoes_are_counted() -> None:
    """Two players have two kings each and play 6 rounds: 24 dominoes."""
    kingdoms = [{"cells": [{}] * 4, "discarded": [3]}, {"cells": [{}] * 2, "discarded": []}]
    state = {"rounds": 6, "kingdoms": kingdoms}
    assert (random_game.dominoes_used(state), random_game.dominoes_in_all(state)) == (4, 24)
