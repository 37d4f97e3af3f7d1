"""Reads over HTTP, against one store read with a response of the same size."""

from collections.abc import Iterator
from functools import partial

from bench.rows import Row, in_turn, seconds
from bench.site import Site
from bench.tables import new_table
from bench.wire import asking, request, wires
from harness.service import API

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fa")
"""The languages of the pages. Persian has two bytes a letter, its own digits and calendar, and isolates."""
LISTED = 6
"""The number of running games that the lobby shows."""


def read(site: Site, count: int) -> Iterator[Row]:
    """The rate of reading the state of a finished game."""
    ours, limit = compared(site, site.state, "head", count)
    yield Row.rate("read", "states/s", 1 / ours, 1 / limit)


def replay(site: Site, count: int) -> Iterator[Row]:
    """The time of a finished game's replay as JSON: every event with the state after it."""
    asked = asking(f"{API}/games/{site.finished}/replay", site.token)
    ours, limit = compared(site, asked, "whole", count)
    yield Row.time("replay", "ms", ours * 1000, limit * 1000)


def page(site: Site, count: int) -> Iterator[Row]:
    """HTML pages: the lobby and the table of a player in a game, and the replay of another, finished game.

    Each in English and in Persian; the limit of a size is that of the English page.
    """
    paths, token = pages(site)
    for name, path in paths.items():
        sizes = {}
        for language in LANGUAGES:
            spoken = name if language == ENGLISH else f"{name}, {language}"
            ours, limit = compared(site, asking(path, token, Accept_Language=language), "head", count)
            yield Row.time(f"page: {spoken}", "ms", ours * 1000, limit * 1000)
            sizes[language] = site.size(asking(path, token, Accept_Language=language, Accept_Encoding="gzip"))
            yield Row.time(f"page: {spoken}, gzip", "kB", sizes[language] / 1000, sizes[ENGLISH] / 1000)


def pages(site: Site) -> tuple[dict[str, str], str]:
    """The paths of these pages, and the token of the player; the lobby shows as many games as it can."""
    *_, table = [new_table(site.service.port) for _ in range(LISTED)]
    paths = {"lobby": "/", "table": f"/games/{table.game}", "replay": f"/games/{site.finished}/replay"}
    return paths, table.tokens[0]


def answers(port: int, asked: bytes, count: int) -> list[float]:
    """The seconds of each of `count` responses."""
    turns = zip(wires(port), range(count), strict=False)
    return [seconds(partial(wire.expect, 200, asked)) for wire, _ in turns]


def bare_read(site: Site, kind: str, size: int) -> bytes:
    """A request for a bare view of the finished game, with a response of this size in bytes."""
    return request("GET", f"/{kind}/{site.finished}/{size}")


def compared(site: Site, asked: bytes, kind: str, count: int) -> tuple[float, float]:
    """The seconds of one response, and of one of the same size from the bare view; `kind` is its reads."""
    bare = bare_read(site, kind, site.size(asked))
    return in_turn(
        lambda: answers(site.service.port, asked, count), lambda: answers(site.bare.port, bare, count)
    )
