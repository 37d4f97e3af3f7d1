"""The result picture of a tournament, which is also the preview of links to it."""

from typing import Any

from flask import Response

from replays.tournament.aggregate import Tournament
from service.api.shared.answers import PNG, image
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.shared.languages import LanguageQuery
from service.api.tournaments.schemas.states import PastQuery
from service.api.tournaments.tournaments import past, tournament_exists
from service.application.caches.answers import Document
from service.application.i18n.speaking import present, speaking
from service.application.pictures.drawing import draw_podium
from service.application.pictures.lettering import writable
from service.application.tournaments.result_picture import podium_of
from service.http.costs.weights import DRAWN
from service.http.languages import linked
from service.services import services


class PodiumQuery(PastQuery, LanguageQuery):
    """The version or the moment of a tournament, and the language."""


blueprint = ApiBlueprint("tournament_pictures", __name__, description="Pictures of tournaments.")


@blueprint.route("/tournaments/<tournament>/card.png", methods=["GET"], weight=DRAWN)
@tournament_exists
@blueprint.arguments(PodiumQuery, location="query")
@blueprint.written(200, image(PNG), content_type=PNG)
@blueprint.doc(responses=errors(404, 422, 503))
def card(query: dict[str, Any], tournament: Tournament) -> Response:
    """The best places with name, date and points, 1200 by 630 pixels: the preview of links."""
    shown = services().shown_tournaments
    found = past(tournament, query)
    names = shown.names(found)

    def make() -> Document:
        with writable():
            return Document(services().rasterizer.png(draw_podium(podium_of(found, names)).svg))

    with speaking(linked()):
        key = ("picture", present().tag, *shown.key(found, names, "card"))
        response = send_kept(services().pictures, key, make, lambda made: made.body, PNG)
    response.vary.add("Accept-Language")
    return response
