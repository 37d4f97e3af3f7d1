"""The template values for a position: the boards, the viewer's first, and the data for scripts."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Flask

from replays.match.aggregate import Match
from service.application.pictures.boards import board_of, install
from service.pages.shared.current_player import me
from service.services import services

Json = Mapping[str, Any]
Position = dict[str, Any]


def register(app: Flask) -> None:
    """Install the template functions for shapes and drawings."""
    install(app.jinja_env)


def position(match: Match, state: Json, players: Sequence[str]) -> Position:
    """The template values for a match in this state; `table` holds the data for scripts.

    The viewer's board comes first; `viewer` is their seat, or None for a spectator.
    """
    limit, origins = match.rules.limit(match.players), match.rules.origins
    here = me()
    viewer = match.seat_of(here["id"]) if here else None
    kingdoms = sorted(state["kingdoms"], key=lambda kingdom: kingdom["seat"] != (viewer or 0))
    winners = state["ranking"][0] if state["ranking"] else ()
    is_rated = state.get("rated") and state["ranking"]
    return {
        "state": state,
        "table": {
            "game": match.id,
            "limit": limit,
            "seats": match.players,
            "origins": origins,
            "cavemen": {kind.value: points for kind, points in match.rules.declaration.cavemen.items()},
        },
        "origins": origins,
        "players": players,
        "rating_changes": services().shown_ratings.effect(match) if is_rated else None,
        "viewer": viewer,
        "boards": [
            board_of(each, limit=limit, origins=origins, crowned=each["seat"] in winners) for each in kingdoms
        ],
    }
