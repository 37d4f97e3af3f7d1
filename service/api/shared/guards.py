"""Decorators that pass a view the caller and the match in its path."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import g

from replays.match.kinds import StreamKind
from service.api.shared.blueprints import View
from service.application.accounts.access.scopes import Scope
from service.application.games.shown_tables import game_id
from service.application.problem import unknown_game
from service.http.authentication import BEARER, COOKIE, access
from service.services import services
from service.shared.visibility import match_of, series_of, sight


def signed_in(*scopes: Scope) -> Callable[[View], View]:
    """Pass the calling `player` to a view, by a token with one of the scopes or a session.

    401 or 403 `auth/…`, as in `service.http.authentication`. The OpenAPI document lists the scopes.
    """
    security = [*({BEARER: [scope.value]} for scope in scopes), {COOKIE: []}]

    def guarding(view: View) -> View:
        @wraps(view)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            g.access = found = access(*scopes)
            return view(*args, player=found.player, **kwargs)

        documented: Any = guarded
        documented._apidoc = {**getattr(view, "_apidoc", {})}  # noqa: SLF001 - flask-smorest keeps it there
        documented._apidoc.setdefault("manual_doc", {})["security"] = security  # noqa: SLF001
        return guarded

    return guarding


def game_exists(view: View) -> View:
    """Pass the `match` of the game in the path to a view; 404 before anything else is checked."""

    @wraps(view)
    def found(*args: Any, game: str, **kwargs: Any) -> Any:
        return view(*args, match=match_of(game), **kwargs)

    return found


def own_game_exists(view: View) -> View:
    """`game_exists` for changes by a seated `player`: the match may be the version this process saw last."""

    @wraps(view)
    def found(*args: Any, game: str, player: str, **kwargs: Any) -> Any:
        match = services().tables.matches.remembered(game_id(game))
        if match is None or match.seat_of(player) is None:
            match = match_of(game)
        sight().check_seen(match, unknown_game)
        return view(*args, match=match, player=player, **kwargs)

    return found


def series_exists(kind: StreamKind[Any]) -> Callable[[View], View]:
    """Pass the series of this kind in the path to a view, under the kind's name; 404 as for games."""

    def guarding(view: View) -> View:
        @wraps(view)
        def found(*args: Any, **kwargs: Any) -> Any:
            return view(*args, **kwargs | {kind.name: series_of(kind, kwargs[kind.name])})

        return found

    return guarding
