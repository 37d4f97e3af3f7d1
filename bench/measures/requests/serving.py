"""The web server of the service, against the fastest alternative that was tried."""

from collections.abc import Iterator

from bench.measures.requests.reading import answers, bare_read
from bench.rows import Row, in_turn
from bench.site import Site


def server(site: Site, count: int) -> Iterator[Row]:
    """The bare view of a state on the web server of the service, against the same on gunicorn's threads."""
    asked = bare_read(site, "head", site.size(site.state))
    ours, limit = in_turn(
        lambda: answers(site.bare.port, asked, count),
        lambda: answers(site.bare_on_gunicorn.port, asked, count),
    )
    yield Row.rate("server", "bare views/s", 1 / ours, 1 / limit)
