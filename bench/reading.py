"""Reads over HTTP, against one XRANGE that answers as many bytes."""

from bench.rows import Row, in_turn, seconds
from bench.site import Site
from bench.wire import Wire, request
from tests.support.service import API


def read(site: Site, count: int) -> Row:
    """The state of a finished game, again and again."""
    ours, limit = _compared(site, f"games/{site.finished}", "head", count)
    return Row.rate("read", "states/s", 1 / ours, 1 / limit)


def replay(site: Site, count: int) -> Row:
    """A finished game as JSON, every event with the state after it."""
    ours, limit = _compared(site, f"games/{site.finished}/replay", "whole", count)
    return Row.time("replay", "ms", ours * 1000, limit * 1000)


def _compared(site: Site, path: str, bare: str, count: int) -> tuple[float, float]:
    """Seconds for one answer, and for as many bytes of the bare view."""
    asked = request("GET", f"{API}/{path}")
    with Wire(site.service.port) as wire:
        size = len(wire.ask(asked).body)
    bare_asked = request("GET", f"/{bare}/{site.finished}/{size}")
    return in_turn(
        lambda: _answers(site.service.port, asked, count), lambda: _answers(site.bare_port, bare_asked, count)
    )


def _answers(port: int, asked: bytes, count: int) -> list[float]:
    """The seconds that each of so many answers took."""
    with Wire(port) as wire:
        return [seconds(lambda: wire.expect(200, asked)) for _ in range(count)]
