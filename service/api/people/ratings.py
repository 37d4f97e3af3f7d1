"""Leaderboards, a player's ratings, and the effect of a game on ratings."""

from typing import Any

from replays.bootstrap import now_ms
from replays.match.aggregate import Match
from service.api.people.rating_schemas import (
    GameRatingsAnswer,
    LeaderboardAnswer,
    LeaderboardQuery,
    PlayerRatingsAnswer,
    PlayerRatingsQuery,
)
from service.api.shared.answers import Answer, paged
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists
from service.application.people.ratings.fold import Standing
from service.application.people.ratings.generations import SeatChange
from service.application.people.ratings.pools import pool_of
from service.application.people.ratings.shown import UNRATED, game_of
from service.application.people.ratings.skill import MODEL, Skill
from service.http.costs.weights import UnseenWork
from service.services import services
from service.shared.visibility import viewer

blueprint = ApiBlueprint("ratings", __name__, description="Ratings of players.")


@blueprint.route("/ratings", methods=["GET"], weight=UnseenWork(2, "it grows with the players who are rated"))
@blueprint.arguments(LeaderboardQuery, location="query")
@blueprint.response(200, LeaderboardAnswer)
@blueprint.doc(responses=errors(422, 503))
def index(query: dict[str, Any]) -> Answer:
    """A leaderboard, the best first. Each number of players and family of rules has its own.

    Provisional ratings are left out unless requested. `next` is the cursor of the next page, also as Link
    rel="next".
    """
    pool, now = query["pool"], now_ms()
    rows, following = services().shown_ratings.leaderboard(
        pool, query["cursor"], query["limit"], viewer().player, now, provisional=query["provisional"]
    )
    ratings = [
        {"place": row.place, "player": row.player, "name": row.name, **_standing(row.standing, now)}
        for row in rows
    ]
    answer, headers = paged("ratings", ratings, following)
    return {"pool": pool, "model": MODEL, **answer}, headers


@blueprint.route(
    "/players/<player>/ratings",
    methods=["GET"],
    weight=UnseenWork(20, "it grows with the rated games of years"),
)
@blueprint.arguments(PlayerRatingsQuery, location="query")
@blueprint.response(200, PlayerRatingsAnswer)
@blueprint.doc(responses=errors(404, 422, 503))
def player(query: dict[str, Any], player: str) -> dict[str, Any]:
    """A player's ratings, each with its curve: the rating after each of the newest games."""
    profile, now = services().people.profile(player), now_ms()
    is_shown = profile.page.includes(viewer().player, player)
    found = services().shown_ratings.of(player, query["points"]) if is_shown else []
    ratings = [
        {
            "pool": pool,
            **_standing(standing, now),
            "curve": [
                {
                    "at": point.changes.at,
                    "game": game_of(point),
                    "rating": point.changes.seats[point.seat].after.rating,
                    "change": point.changes.seats[point.seat].change,
                }
                for point in curve
            ],
        }
        for pool, standing, curve in found
    ]
    return {"player": player, "name": profile.name, "ratings": ratings}


@blueprint.route("/games/<game>/ratings", methods=["GET"], weight=1)
@game_exists
@blueprint.response(200, GameRatingsAnswer)
@blueprint.doc(responses=errors(404, 503))
def game(match: Match) -> dict[str, Any]:
    """The effect of a game on the ratings of its players, counted about a second after the game is scored."""
    shown = services().shown_ratings.effect(match)
    return {
        "status": shown.status,
        "pool": None if shown.status == UNRATED else pool_of(match.rules, match.players),
        "reason": shown.reason,
        "changes": [_change(seat, each) for seat, each in enumerate(shown.changes.seats)]
        if shown.changes
        else None,
    }


def _change(seat: int, each: SeatChange) -> dict[str, Any]:
    return {
        "seat": seat,
        "player": each.player,
        "before": _skill(each.before),
        "after": _skill(each.after),
        "change": each.change,
        "weight": str(each.weight),
    }


def _standing(standing: Standing, now: int) -> dict[str, Any]:
    games = {"games": standing.games, "wins": standing.wins, "at": standing.at}
    return _skill(standing.skill_at(now)) | games


def _skill(skill: Skill) -> dict[str, Any]:
    return {
        "rating": skill.rating,
        "deviation": skill.deviation,
        "mu": skill.mu,
        "sigma": skill.sigma,
        "provisional": skill.is_provisional,
    }
