"""A large tournament as served: opening a round of 250 games, and its pages and state."""

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import orjson

from bench.measures.requests.reading import compared
from bench.rows import Row, seconds
from bench.site import Site
from bench.tables import account
from bench.wire import Wire, asking, request, wires
from harness.service import API

ENTRANTS, SEATS, ROUNDS = 1000, 4, 7
AT_ONCE = 500
PAUSE = 0.02
"""Seconds between two looks at the round."""


def directing(site: Site, count: int) -> Iterator[Row]:
    """The round is open once its last game is in the log; the limit is a synced write for each game."""
    director, tournament = _entered(site)
    path = f"{API}/tournaments/{tournament}"
    begun = time.perf_counter()
    with Wire(site.unlimited.port) as wire:
        wire.expect(200, request("POST", f"{path}/start", b"{}", Authorization=f"Bearer {director}"))
        while not _is_open(wire, path):
            time.sleep(PAUSE)  # `eventually` looks ever less often, which would be measured
    ours = time.perf_counter() - begun
    games = ENTRANTS // SEATS
    store = site.service.store
    writes = [seconds(lambda: store.xadd("bench:opening", {"e": bytes(2000)})) for _ in range(games)]
    yield Row.time("directing: a round of 250 games", "s", ours, games * median(writes))
    pages = {"overview": f"/tournaments/{tournament}", "standings": f"/tournaments/{tournament}/standings"}
    for name, page in {**pages, "state": path}.items():
        ours, limit = compared(site, asking(page, director), "head", count)
        yield Row.time(f"directing: {name}", "ms", ours * 1000, limit * 1000)


def _entered(site: Site) -> tuple[str, str]:
    """The director's token, and a tournament with a complete field."""
    asked = wires(site.unlimited.port)
    director = account(next(asked))
    wanted = {"name": "Bench", "kind": "swiss", "table": SEATS, "rounds": ROUNDS}
    tournament = _posted(next(asked), "", wanted, director)["id"]
    players = [account(next(asked)).partition(".")[0] for _ in range(ENTRANTS)]
    for first in range(0, ENTRANTS, AT_ONCE):
        entries = {"players": players[first : first + AT_ONCE]}
        _posted(next(asked), f"/{tournament}/entries", entries, director)
    return director, tournament


def _posted(wire: Wire, path: str, body: Any, token: str) -> Any:
    sent = request("POST", f"{API}/tournaments{path}", orjson.dumps(body), Authorization=f"Bearer {token}")
    return orjson.loads(wire.expect(201, sent))


def _is_open(wire: Wire, path: str) -> bool:
    rounds = orjson.loads(wire.expect(200, request("GET", path)))["rounds"]
    return bool(rounds) and rounds[0]["status"] == "active"
