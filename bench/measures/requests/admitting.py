"""The cost of admission per request: limits, token and account, compared with requests without them."""

from collections.abc import Iterator
from itertools import islice

from bench.measures.requests.moving import made
from bench.measures.requests.reading import answers
from bench.rows import Row, in_turn
from bench.site import Site
from bench.tables import moves
from bench.wire import request
from harness.service import API


def admission(site: Site, count: int) -> Iterator[Row]:
    """A state read by an account, against one read anonymously from a process without limits; and a move.

    A move has its token on both sides, because moving requires one.
    """
    port, free = site.service.port, site.unlimited.port
    nobodys = request("GET", f"{API}/games/{site.finished}")
    ours, limit = in_turn(lambda: answers(port, site.state, count), lambda: answers(free, nobodys, count))
    yield Row.time("admission: state", "ms", ours * 1000, limit * 1000)
    ours, limit = in_turn(
        lambda: made(port, islice(moves(port), count)), lambda: made(free, islice(moves(free), count))
    )
    yield Row.time("admission: move", "ms", ours * 1000, limit * 1000)
