"""The rules of both games, with examples whose drawings and points are computed from the rules."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from flask import Flask, render_template

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES, DominoSet
from kingdomino.board.terrain import Terrain
from kingdomino.rules.versions import VERSIONS
from service.pages.shared import examples


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/rules", view_func=rules, weight=10)


def rules() -> str:
    """The rules of both games, in their newest version."""
    pays = VERSIONS.newest
    return render_template(
        "help/rules.html",
        classic=examples.classic(),
        origins=examples.origins(),
        pays=pays,
        lands=lands(),
        totems={resource.value: points for resource, points in pays.totems.items()},
        cavemen={caveman.value: points for caveman, points in pays.cavemen.items()},
    )


class Land(NamedTuple):
    """A terrain of one of the games, with its number of squares and of the crowns or fires on them."""

    terrain: Terrain
    origins: bool
    squares: int
    signs: int


@cache
def lands() -> tuple[Land, ...]:
    """The terrains of the base game, then those of Origins, counted from their dominoes."""
    return (*_lands(DOMINOES, origins=False), *_lands(ORIGINS_DOMINOES, origins=True))


def _lands(dominoes: DominoSet, *, origins: bool) -> Iterator[Land]:
    halves = [half for _, *both in dominoes.values() for half in both]
    for terrain in Terrain:
        of = [half for half in halves if half.terrain is terrain]
        if of:
            yield Land(terrain, origins, len(of), sum(half.crowns for half in of))
