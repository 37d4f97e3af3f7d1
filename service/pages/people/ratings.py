"""The page of leaderboards, and the ratings on a player's page."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import Flask, render_template, request

from replays.bootstrap import now_ms
from service.application.i18n.people import pool_name
from service.application.people.ratings.boards import Point
from service.application.people.ratings.fold import Standing
from service.application.people.ratings.pools import POOLS, Pool
from service.application.people.ratings.skill import PROVISIONAL_SIGMA, SCALE
from service.application.problem import Problem
from service.services import services
from service.shared.visibility import viewer

PAGE_SIZE = 50
CURVE_POINTS = 100
WIDTH, HEIGHT = 240, 48
"""The size of a drawn curve, in units of its SVG."""


class Rated(NamedTuple):
    """A player's rating in a pool, with the points of the drawn curve as x and y."""

    pool: Pool
    title: str
    standing: Standing
    line: str
    lowest: int
    highest: int


def register(app: Flask) -> None:
    """Add the page and the template functions `ratings_of(player)` and `skill_now()`."""
    app.add_url_rule("/ratings", view_func=ratings, weight=4)
    app.add_template_global(_rated, "ratings_of")
    app.add_template_global(lambda standing: standing.skill_at(now_ms()), "skill_now")


def ratings() -> str:
    """The leaderboard of the `pool` in the query; `provisional=true` includes provisional ratings."""
    try:
        pool = Pool(request.args.get("pool", Pool.BASE_2.value))
    except ValueError:
        raise Problem(404, "ratings/unknown-pool", "there is no leaderboard of this name") from None
    provisional = request.args.get("provisional") == "true"
    rows, following = services().shown_ratings.leaderboard(
        pool, request.args.get("cursor"), PAGE_SIZE, viewer().player, now_ms(), provisional=provisional
    )
    return render_template(
        "people/ratings.html",
        pool=pool,
        pools={each: pool_name(each.value) for each in POOLS},
        provisional=provisional,
        rows=rows,
        following=following,
        bound=PROVISIONAL_SIGMA // SCALE,
    )


def _rated(player: str) -> list[Rated]:
    """A player's ratings, for a page that the viewer may see."""
    return [
        Rated(pool, pool_name(pool.value), standing, *_drawn(curve))
        for pool, standing, curve in services().shown_ratings.of(player, CURVE_POINTS)
    ]


def _drawn(curve: Sequence[Point]) -> tuple[str, int, int]:
    """The points of the curve's line, starting before its first game, and the lowest and highest rating."""
    seats = [point.changes.seats[point.seat] for point in curve]
    found = [seat.before.rating for seat in seats[:1]] + [seat.after.rating for seat in seats]
    if not found:
        return "", 0, 0
    low, high = min(found), max(found)
    step, rise = WIDTH / max(1, len(found) - 1), HEIGHT / max(1, high - low)
    points = (f"{n * step:.1f},{HEIGHT - (rating - low) * rise:.1f}" for n, rating in enumerate(found))
    return " ".join(points), low, high
