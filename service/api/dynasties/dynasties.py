"""Dynasties (R13): opening, seats, standings, and the record of all games."""

from collections.abc import Iterator
from typing import Any

import orjson
from flask import Response, jsonify, url_for

from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.dynasty.kind import DYNASTY
from replays.dynasty.replay import DynastyFault, DynastyFrame, Played, played
from replays.dynasty.view import state, summary
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.log.event_log import CommandId
from replays.log.listing import Question
from replays.match.aggregate_cache import Damaged
from replays.projections import view
from replays.projections.replay import Frame
from service.api.dynasties.schemas import DynastiesAnswer, DynastiesQuery, DynastyAnswer, DynastyReplayAnswer
from service.api.games.schemas.attendance import BotRequest
from service.api.games.schemas.tables import SeatAnswer
from service.api.games.tables import joining, opening, sitter_at, wanted
from service.api.history.events import FRAME_LINES, NDJSON, lines, send_events, sending_events
from service.api.shared.answers import (
    JSON,
    RECEIPT_HEADER,
    Answer,
    page_of,
    paged,
    receipt,
    with_receipt,
)
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.commands import new_id
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import series_exists, signed_in
from service.application.accounts.access.scopes import Scope
from service.application.caches.answers import Document
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.http.costs.weights import ByLimit
from service.http.endpoints import NORMALLY
from service.services import services
from service.shared.conditions import unless_known
from service.shared.visibility import key_of_new, series_of, sight, viewer

_STATE = DynastyAnswer()

blueprint = ApiBlueprint(
    "dynasties", __name__, description="Dynasties: three games in a row, won by the highest total of points."
)


dynasty_exists = series_exists(DYNASTIES)
"""Pass the `dynasty` in the path to a view; 404 before anything else is checked."""


@opening(blueprint, "/dynasties", DynastyAnswer)
def create(body: dict[str, Any], player: str, command: CommandId | None) -> Response:
    """Open a dynasty: three games in a row with the same players and the same rules (R13).

    With `join`, the default, you take seat 0. The first game starts when the last seat is taken, and each
    later game when the one before is scored. Entropy in this request goes into the draws of all three games,
    and the other agreements apply to each of them. The Location of a private dynasty contains its key.
    """
    dynasty = new_id(command, DYNASTY.name)
    there = services().streams.commands(DYNASTY).aggregates.current(dynasty) if command else None
    table = wanted(body, player, DYNASTIES.listing, dynasty, there)
    founded = services().streams.commands(DYNASTY).found(dynasty, table, command).after
    response = with_receipt(send_dynasty(founded, 201), founded)
    response.location = url_for("dynasties.show", dynasty=founded.id, invitation=key_of_new(founded, there))
    return response


@joining(blueprint, "/dynasties/<dynasty>/seats", dynasty_exists)
def join(body: dict[str, Any], dynasty: Dynasty, player: str, command: CommandId | None) -> Answer:
    """Take the lowest free seat, in all three games; the first game starts when the last seat is taken."""
    services().seat_quota.check_seat(player, dynasty)
    sitter = sitter_at(dynasty, player, body)
    joined = services().streams.commands(DYNASTY).join(dynasty, sitter, command).after
    return {"seat": joined.seat_of(player)}, receipt(joined)


@blueprint.route("/dynasties/<dynasty>/bots", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@dynasty_exists
@blueprint.commanding
@blueprint.arguments(BotRequest)
@blueprint.response(201, SeatAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def seat_bot(body: dict[str, Any], dynasty: Dynasty, player: str, command: CommandId | None) -> Answer:
    """Put a bot on the lowest free seat, in all three games; you need a seat yourself.

    The first game starts when the last seat is taken.
    """
    services().throttle.count(Attempt.BOT_FROM, address())
    seated = services().streams.commands(DYNASTY).seat_bot(dynasty, player, body["policy"], command).after
    return {"seat": len(seated.sitters) - 1}, receipt(seated)


@blueprint.route("/dynasties/<dynasty>", methods=["GET"], weight=1)
@dynasty_exists
@blueprint.written(200, DynastyAnswer)
@blueprint.doc(responses=errors(404, 503))
def show(dynasty: Dynasty) -> Response:
    """The standings: the games started so far, their points, the totals, and in the end the winners."""
    return unless_known(send_dynasty(dynasty))


@blueprint.route("/dynasties", methods=["GET"], weight=ByLimit(6))
@blueprint.arguments(DynastiesQuery, location="query")
@blueprint.response(200, DynastiesAnswer)
@blueprint.doc(responses=errors(422, 503))
def index(query: dict[str, Any]) -> Answer:
    """Dynasties, the newest first; `next` is the cursor of the next page, also as Link rel="next".

    The list of all open dynasties alternates between their openers, like the list of games. Dynasties that
    you may not see are left out, so a page may be shorter than `limit`.
    """
    player = str(query["player"]) if query["player"] else None
    if player is not None and not services().people.shows_games(player, viewer().player):
        return paged("dynasties", [], None)
    ids, following = page_of(Question(DYNASTIES.listing, query["status"], player), query)
    found = list(filter(sight().may_see, services().streams.of(DYNASTIES).readable(ids)))
    names = services().players.names_of(*found)
    return paged("dynasties", [summary(each, names) for each in found], following)


@sending_events(
    blueprint,
    "/dynasties/<dynasty>/events",
    dynasty_exists,
    "Server-sent events only: the dynasty is decided, and no more events will follow.",
    weight=1,
)
def events(headers: dict[str, Any], query: dict[str, Any], dynasty: Dynasty, form: str) -> Response:
    """The dynasty's own events as they were stored, in the same three forms as a game's."""
    return send_events(dynasty, query, form, headers["last"])


@blueprint.route("/dynasties/<dynasty>/replay", methods=["GET"], weight=25)
@blueprint.accepts(JSON, NDJSON)
@blueprint.written(200, DynastyReplayAnswer)
@blueprint.alt_response(200, schema=FRAME_LINES, content_type=NDJSON)
@blueprint.doc(responses=errors(404, 503))
def replay(dynasty: str, form: str) -> Response:
    """The whole dynasty: its own events and those of its games in one sequence, with the state after each.

    A frame with a `game` is from that game and equals a frame of its own replay; the other frames are from
    the dynasty. The frames of a game stand between the dynasty's events for its start and for its points. If
    a log is damaged, the sequence ends at the first fault.
    """
    try:
        found = series_of(DYNASTIES, dynasty)
        games = [services().tables.match(game.id) for game in found.games]
    except Damaged:
        row = list(played(services().tables.log, GameId(dynasty)))
        return Response(_written(row, form), content_type=form)
    names = services().players.names_of(found)
    heads = (found.head.hash, *(game.head.hash for game in games))
    is_sound = services().recording_reader.is_sound(found, *games)
    key = ("dynasty replay", form, *heads, *names.items()) if is_sound else None
    documents = services().documents
    response = send_kept(documents, key, lambda: _replayed(found, form), lambda made: made.body, form)
    response.vary.add("Accept")
    return response


def _replayed(dynasty: Dynasty, form: str) -> Document:
    row = list(played(services().tables.log, dynasty.id))
    return Document(_written(row, form), lasts=not isinstance(row[-1], DynastyFault))


def _written(row: list[Played], form: str) -> bytes:
    """The frames, then the fault if there is one, as JSON or NDJSON, with the players' current names."""
    names = services().players.names_of(*(frame.dynasty for frame in row if isinstance(frame, DynastyFrame)))
    frames = list(_frames(row, names))
    faults = [_fault(last) for last in row[-1:] if isinstance(last, DynastyFault)]
    if form == NDJSON:
        return lines([*frames, *({"fault": fault} for fault in faults)])
    whole = {"frames": frames} | ({"fault": faults[0]} if faults else {})
    return orjson.dumps(whole, option=orjson.OPT_APPEND_NEWLINE)


def _frames(row: list[Played], names: dict[str, str | None]) -> Iterator[dict[str, Any]]:
    views: dict[GameId, view.View] = {}
    for frame in row:
        if isinstance(frame, DynastyFrame):
            yield _frame(None, frame.event, state(frame.dynasty, names))
        elif isinstance(frame, Frame):
            match = frame.match
            shown = views.get(match.id) or views.setdefault(match.id, view.View(match, names, view.WRITTEN))
            yield _frame(match.id, frame.event, shown.state(match))


def _frame(game: GameId | None, event: StoredEvent, after: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": game,
        "version": event.version,
        "event": orjson.Fragment(event.public_bytes()),
        "state": after,
    }


def _fault(last: DynastyFault) -> dict[str, Any]:
    fault = last.fault
    return {"game": last.game, "version": fault.version, "code": fault.code, "text": fault.text}


def send_dynasty(dynasty: Dynasty, status: int = 200) -> Response:
    """The public state with the players' current names, and its version as ETag."""
    response = jsonify(_STATE.dump(state(dynasty, services().players.names_of(dynasty))))
    response.status_code = status
    response.set_etag(str(dynasty.head.version))
    response.headers["Cache-Control"] = "no-cache"
    return response
