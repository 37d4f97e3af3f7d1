"""Pictures of games: `GET /games/{id}.svg`, `.png`, `.gif` and `/games/{id}/card.png`."""

from collections.abc import Callable
from typing import Any

from flask import Response, jsonify, request

from replays.bootstrap import now_ms
from replays.match.aggregate import Match
from service.api.games.games import at_version
from service.api.pictures.schemas import AnimationQuery, CardQuery, DrawingAnswer, PictureQuery
from service.api.shared.answers import PNG, image
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.conditional import REVALIDATE, send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists
from service.application.caches.answers import Document
from service.application.i18n.speaking import present, speaking
from service.application.pictures.animations import AnimationRequest, animation_key
from service.application.pictures.drawing import SvgDrawing, draw_card, draw_kingdom, draw_table
from service.application.pictures.lettering import writable
from service.application.pictures.rasterizer import RasterizerBusy
from service.application.pictures.scene import Scene
from service.application.problem import Problem
from service.application.quotas.request_queue import Added
from service.application.quotas.throttle import TooOften
from service.http.authentication import requester
from service.http.costs.weights import DRAWN, WORK_BY_WORKER
from service.http.languages import linked
from service.services import services
from service.shared.conditions import unless_known

SVG, GIF = "image/svg+xml", "image/gif"
ALONE = "default-src 'none'; style-src 'unsafe-inline'"
"""The Content-Security-Policy of an SVG opened alone: it may load nothing, and contains its own style."""
FORMATS = ("svg", "png", "gif")
AGAIN_SECONDS = "2"
"""The Retry-After, in seconds, of an animation that is being drawn."""
BUSY_SECONDS = 30
"""The Retry-After, in seconds, if as many animations wait for an address as may."""

Draw = Callable[[Scene], SvgDrawing]

blueprint = ApiBlueprint("pictures", __name__, description="Pictures of games.")


@blueprint.route("/games/<game>.svg", methods=["GET"], weight=6)
@game_exists
@blueprint.arguments(PictureQuery, location="query")
@blueprint.written(200, image(SVG), content_type=SVG)
@blueprint.doc(responses=errors(404, 422, 503))
def svg(query: dict[str, Any], match: Match) -> Response:
    """An SVG picture of the table or of one kingdom, of the current or a past version."""
    response = _send("svg", SVG, at_version(match, query["version"]), query["seat"])
    response.headers["Content-Security-Policy"] = ALONE
    return response


@blueprint.route("/games/<game>.png", methods=["GET"], weight=DRAWN)
@game_exists
@blueprint.arguments(PictureQuery, location="query")
@blueprint.written(200, image(PNG), content_type=PNG)
@blueprint.doc(responses=errors(404, 422, 503))
def png(query: dict[str, Any], match: Match) -> Response:
    """The picture as PNG, at most 1200 pixels wide. A name that its font cannot show becomes a number."""
    return _send("png", PNG, at_version(match, query["version"]), query["seat"])


@blueprint.route("/games/<game>/card.png", methods=["GET"], weight=DRAWN)
@game_exists
@blueprint.arguments(CardQuery, location="query")
@blueprint.written(200, image(PNG), content_type=PNG)
@blueprint.doc(responses=errors(404, 422, 503))
def card(query: dict[str, Any], match: Match) -> Response:
    """A preview of the game for links to it, 1200 by 630 pixels."""
    shown = at_version(match, query["version"])
    return _kept(("card", PNG), PNG, shown, draw_card)


@blueprint.route("/games/<game>.gif", methods=["GET"], weight=WORK_BY_WORKER)
@game_exists
@blueprint.arguments(AnimationQuery, location="query")
@blueprint.written(200, image(GIF), content_type=GIF)
@blueprint.alt_response(
    202, schema=DrawingAnswer, description="A worker draws the animation; retry after Retry-After."
)
@blueprint.doc(responses=errors(404, 409, 422, 429, 503))
def animation(_: dict[str, Any], match: Match) -> Response:
    """The whole game as an animated GIF of at most 2 MB, once it is over.

    A worker draws it on the first request, and it is stored for a day. Network addresses take turns, and at
    an address its accounts; 20 animations of an address may wait: `limit/reached`. A game that never started
    has none: `game/not-started`.
    """
    _check_for_animation(match)
    with speaking(linked()), writable():
        animation = AnimationRequest(match.id, present().locale.language)
    key = animation_key(match, services().players.names_of(match), animation.language)
    etag = key.partition(":")[2]
    if etag in request.if_none_match.as_set(include_weak=True):  # a current copy needs no read from the store
        response = Response(status=304, content_type=GIF)
    else:
        gif = services().animations.get(key)
        if gif is None:
            return _drawing(animation)
        response = Response(gif, content_type=GIF, direct_passthrough=True)
    response.set_etag(etag)
    response.headers["Cache-Control"] = REVALIDATE
    response.vary.add("Accept-Language")
    return unless_known(response)


@game_exists
def other(form: str, match: Match) -> Response:
    """404 for an unknown format; for a game that the viewer may not see, the 404 of an unknown game."""
    known = ", ".join(FORMATS)
    raise Problem(
        404, "picture/unknown-format", f"game {match.id} has pictures as {known}, not {form[:20]!r}"
    )


def _send(form: str, content_type: str, match: Match, seat: int | None) -> Response:
    if seat is None:
        return _kept(("table", form), content_type, match, draw_table)
    if seat >= match.players:
        raise Problem(404, "seat/unknown", f"the game has the seats 0 to {match.players - 1}, not {seat}")
    return _kept((f"kingdom-{seat}", form), content_type, match, lambda scene: draw_kingdom(scene, seat))


def _kept(kind: tuple[str, str], content_type: str, match: Match, draw: Draw) -> Response:
    """The picture from the cache, by the hash of all its inputs, or drawn now."""
    names = services().players.names_of(match)
    is_svg = content_type == SVG

    def make() -> Document:
        if is_svg:
            return Document(draw(Scene.of(match, names, any_letters=True)).svg.encode())
        with writable():
            return Document(services().rasterizer.png(draw(Scene.of(match, names)).svg))

    with speaking(linked()):
        key = ("picture", *kind, present().tag, match.head.hash, *names.items())
        response = send_kept(services().pictures, key, make, lambda made: made.body, content_type)
    response.vary.add("Accept-Language")
    return response


def _check_for_animation(match: Match) -> None:
    if not match.is_over:
        raise Problem(409, "picture/not-over", "the game is not over: request its animation after the end")
    if match.game is None:
        raise Problem(
            409, "game/not-started", "the game was called off before it started, so there is nothing to show"
        )


def _drawing(animation: AnimationRequest) -> Response:
    """202: a worker will draw the animation; 429 or 503 `picture/busy` if too many are waiting."""
    match services().animations.wish(animation, requester(), now_ms()):
        case Added.SHARE:
            raise TooOften(BUSY_SECONDS)
        case Added.FULL:
            raise RasterizerBusy
    response = jsonify(status="drawing")
    response.status_code = 202
    response.headers.update({"Retry-After": AGAIN_SECONDS, "Cache-Control": "no-store"})
    return response
