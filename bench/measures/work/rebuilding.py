"""Folding a finished four-player game from its stream without a cache, against only reading the stream."""

from collections.abc import Iterator

from bench.rows import Row, in_turn, times
from bench.site import Site
from replays.match.matches import Matches
from replays.streams import keys


def rebuild(site: Site, count: int) -> Iterator[Row]:
    """The delay of the first request for a game after a start."""
    log, game = site.log, site.finished
    store = site.service.store
    ours, limit = in_turn(
        lambda: times(count, lambda: Matches(log).current(game)),
        lambda: times(count, lambda: store.xrange(keys.stream(game))),
    )
    yield Row.time("rebuild", "ms", ours * 1000, limit * 1000)
