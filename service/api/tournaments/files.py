"""A tournament's tables as CSV, for spreadsheets."""

from collections.abc import Callable
from typing import Any

from flask import Response

from replays.tournament.aggregate import Tournament
from replays.tournament.view import state
from service.api.shared.blueprints import ApiBlueprint, View, stacked
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.tournaments.schemas.states import PastQuery
from service.api.tournaments.tournaments import WHOLE, past, tournament_exists
from service.application.caches.answers import Document
from service.application.tournaments.tables import TABLES, as_csv
from service.services import services

CSV = "text/csv; charset=utf-8"
_TEXT = {"contentMediaType": CSV}

blueprint = ApiBlueprint("files", __name__, description="Tables of tournaments as CSV.")


def _file(name: str) -> View:
    def view(query: dict[str, Any], tournament: Tournament) -> Response:
        shown = services().shown_tournaments
        found = past(tournament, query)
        names = shown.names(found)

        def make() -> Document:
            return Document(as_csv(TABLES[name](state(found, names))))

        key = shown.key(found, names, f"{name}.csv")
        response = send_kept(services().documents, key, make, lambda made: made.body, CSV)
        file = f"kingdomino-tournament-{tournament.id}-{name}.csv"
        response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
        return response

    view.__name__ = name
    view.__doc__ = f"The {name} of a tournament as CSV: now, at a version, or as of any moment."
    decorators: list[Callable[[Any], Any]] = [
        blueprint.route(f"/tournaments/<tournament>/{name}.csv", methods=["GET"], weight=WHOLE),
        tournament_exists,
        blueprint.arguments(PastQuery, location="query"),
        blueprint.written(200, _TEXT, content_type=CSV),
        blueprint.doc(responses=errors(404, 422, 503)),
    ]
    return stacked(*decorators)(view)


for each in TABLES:
    _file(each)
