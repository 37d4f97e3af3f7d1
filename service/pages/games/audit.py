"""The audit pages of games and of series."""

from functools import partial
from typing import Any

from flask import Flask, render_template

from replays.commands.series import SeriesKind
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.match.kinds import StreamKind
from replays.match.recording import MATCHES
from service.pages.games.lookup import known
from service.shared.visibility import series_of


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.add_url_rule("/games/<game>/audit", endpoint="audit", view_func=audit, weight=5)
    for kind in KINDS.series:
        path = f"/{kind.stream.listing}/<series>/audit"
        view = partial(audit_series, kind)
        app.add_url_rule(path, endpoint=f"{kind.name}_audit", view_func=view, weight=5)


def audit(game: str) -> str:
    """The audit page of a game; its scripts fetch the bundle and check it in the browser."""
    return _shown(MATCHES, known(game))


def audit_series(kind: SeriesKind[Any, Any], series: str) -> str:
    """The audit page of a series and its games."""
    return _shown(kind.stream, series_of(kind.stream, series).id)


def _shown(kind: StreamKind[Any], recorded: GameId) -> str:
    return render_template("audit/audit.html", kind=kind, id=recorded)
