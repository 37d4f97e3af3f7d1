"""Turns of animations and reviews on the real service: many guests of one address, and one other person."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import pytest

from harness.games import seeded
from harness.play.playing import random_game
from harness.processes import free_port
from harness.service import API, Service, environment, ok, processes
from harness.store.server import running_server
from harness.waiting import eventually
from replays.encoding.identity import GameId
from service.application.games.reviews.stored import KEPT as REVIEWED
from service.application.games.reviews.stored import review_key
from service.application.games.reviews.subject import ReviewSubject
from service.application.pictures.animations import KEPT as DRAWN

JOBS = ("relay", "worker")
CROWD, PERSON = "198.51.100.7", "203.0.113.9"
GUESTS = 2
PATIENCE = 240.0
"""The maximum wait in seconds; an animation and a review take seconds on an idle machine."""


@pytest.fixture
def environ() -> Iterator[dict[str, str]]:
    """Give the settings of a service behind a proxy, on a store of its own."""
    with running_server() as server, tempfile.TemporaryDirectory(prefix="turns-") as data:
        yield {**environment(server.url, Path(data)), "KINGDOMINO_PROXIES": "1"}


def request(service: Service, address: str, game: str) -> None:
    """A new guest at this address requests the animation and the review of a game."""
    http = service.http()
    there = {"X-Forwarded-For": address}
    token = ok(http.post(f"{API}/players", {"name": "Neighbour"}, **there), 201)["token"]
    signed = {**there, "Authorization": f"Bearer {token}"}
    assert http.get(f"{API}/games/{game}.gif", **signed).status == 202
    assert http.post(f"{API}/games/{game}/review", {}, **signed).status == 202


@pytest.mark.long
def test_a_person_is_served_after_one_guest_of_a_crowd(environ: dict[str, str]) -> None:
    """While no worker runs, a crowd of one address asks first: its first guest is served, then the person."""
    port = free_port()
    with ExitStack() as stack:
        service = Service(environ["REDIS_URL"], port, stack)
        stack.enter_context(processes(environ, port, ("web",)))
        http = service.http()
        with processes(environ, port, JOBS):
            games = [random_game(service, 2, seeded(number)).id for number in range(GUESTS + 1)]
        subjects = [
            ReviewSubject(GameId(game), ok(http.get(f"{API}/games/{game}"))["hash"]) for game in games
        ]
        *crowds, persons = games
        for game in crowds:
            request(service, CROWD, game)
        request(service, PERSON, persons)
        with processes(environ, port, JOBS):
            eventually(lambda: service.store.zcard(DRAWN) >= 2, PATIENCE)
            eventually(lambda: service.store.zcard(REVIEWED) >= 2, PATIENCE)
        reviewed = service.store.zrange(REVIEWED, 0, 1)
        drawn = [service.store.get(key) for key in cast("list[bytes]", service.store.zrange(DRAWN, 0, 1))]
        assert reviewed == [review_key(subjects[0]).encode(), review_key(subjects[-1]).encode()]
        assert drawn == [http.get(f"{API}/games/{game}.gif").body for game in (crowds[0], persons)]
