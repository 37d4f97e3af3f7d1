"""Opening games, taking seats, and reading games."""

from typing import Any

from flask import Response, url_for

from kingdomino.transcript.syntax import format_transcript
from kingdomino.transcript.values import Tag
from replays.encoding.identity import Version
from replays.log.event_log import CommandId
from replays.log.listing import GAMES, Question
from replays.match.aggregate import Match
from replays.projections.transcripts import transcript_of_match
from replays.projections.view import summary
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.tags import place_tags
from service.api.games.schemas.lists import GamesAnswer, GamesQuery
from service.api.games.schemas.states import StateAnswer, StateQuery
from service.api.games.tables import joining, opening, sitter_at, wanted
from service.api.shared.answers import (
    JSON,
    NOTATION,
    TEXT,
    Answer,
    page_of,
    paged,
    receipt,
    send_state,
    send_text,
    with_actions,
    with_receipt,
)
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.commands import new_id
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists
from service.application.problem import Problem
from service.http.authentication import by_session
from service.http.costs.weights import ByLimit, OfPast
from service.services import services
from service.shared.conditions import unless_known
from service.shared.lists.searching import is_search, wanted_of
from service.shared.visibility import key_of_new, sight, viewer

blueprint = ApiBlueprint("games", __name__, description="Games and their seats.")


@opening(blueprint, "/games", StateAnswer)
def create(body: dict[str, Any], player: str, command: CommandId | None) -> Response:
    """Open a game.

    With `join`, the default, you take seat 0. The game starts when the last seat is taken. The Location of a
    private game contains its key.
    """
    game = new_id(command, "game")
    there = services().tables.matches.current(game) if command else None
    table = wanted(body, player, GAMES, game, there)
    match = services().tables.create(game, table, command).after
    response = with_receipt(send_state(match, 201), match)
    response.location = url_for("games.show", game=match.id, invitation=key_of_new(match, there))
    return response


@joining(blueprint, "/games/<game>/seats", game_exists)
def join(body: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Answer:
    """Take the lowest free seat; the game starts when the last seat is taken."""
    services().seat_quota.check_seat(player, match)
    joined = services().tables.join(match, sitter_at(match, player, body), command).after
    return {"seat": joined.seat_of(player)}, receipt(joined)


@blueprint.route("/games/<game>", methods=["GET"], weight=OfPast(8))
@game_exists
@blueprint.arguments(StateQuery, location="query")
@blueprint.accepts(JSON, TEXT)
@blueprint.written(200, StateAnswer)
@blueprint.alt_response(200, schema=NOTATION, content_type=TEXT)
@blueprint.doc(responses=errors(404, 409, 422, 503))
def show(query: dict[str, Any], match: Match, form: str) -> Response:
    """The current state of a game or that of a past version; as `text/plain`, the game up to there.

    With a token or session, the current state has `actions`: your possible actions besides moving. The text
    is in the notation of whole games, as `kingdomino export` prints it; the automatic consequences of a move
    belong to that move. A game that has not started has no text: `game/not-started`.
    """
    shown = at_version(match, query["version"])
    response = send_text(_text(shown, match.head.version)) if form == TEXT else send_state(shown)
    response.headers["Vary"] = "Accept, Authorization, Cookie"
    if form == TEXT or shown is not match:
        return unless_known(response)
    response = with_actions(response, match)
    # A browser may have cached, under the same version, the response from before its player signed in.
    return response if by_session() else unless_known(response)


def _text(match: Match, latest: Version) -> str:
    """The notation of a match whose log has more events, up to the latest version."""
    log = services().tables.log.read(match.id, upto=latest)
    names = services().players.names_of(match)
    return format_transcript(transcript_of_match(match, log, names, _place(match)))


def _place(match: Match) -> tuple[Tag, ...]:
    """The tags of the game's place in a tournament; none if it has none, or if that cannot be read."""
    place = match.created.options.series
    if place is None or place.kind != TOURNAMENTS.name:
        return ()
    found = services().streams.of(TOURNAMENTS).readable([place.id])
    return next((place_tags(tournament, place.number) for tournament in found), ())


def at_version(match: Match, version: int | None) -> Match:
    """The match at a version, the current one for None; 404 `version/unknown` if the log does not have it."""
    if version is None or version == match.head.version:
        return match
    past = services().tables.matches.at(match.id, Version(version)) if version < match.head.version else None
    if past is None:
        raise Problem(
            404, "version/unknown", f"the game has the versions 1 to {match.head.version}, not {version}"
        )
    return past


@blueprint.route("/games", methods=["GET"], weight=ByLimit(6))
@blueprint.arguments(GamesQuery, location="query")
@blueprint.response(200, GamesAnswer)
@blueprint.doc(responses=errors(422, 503))
def index(query: dict[str, Any]) -> Answer:
    """Games, the newest first; `next` is the cursor of the next page, also as Link rel="next".

    The list of all open games alternates between their openers: first the newest game of each opener, then
    the second newest of each. Games that you may not see are left out, so a page may be shorter than `limit`.
    With a `player` whose page you may not see, the list is empty.

    With any of `variant`, `seats`, `company`, `rated`, `opponent`, `since`, `until` and the bounds of points,
    days and turns, the request is a search for finished games, the latest end first, with their `total`.
    Private games are found only by their players, in a search for their own games. 503 `search/not-built`
    while there is no index yet.
    """
    if is_search(query):
        return _searched(query)
    status = query["status"].value if query["status"] else None
    player = str(query["player"]) if query["player"] else None
    if player is not None and not services().people.shows_games(player, viewer().player):
        return paged("games", [], None)
    found, following = page_of(Question(GAMES, status, player), query)
    matches = list(filter(sight().may_see, services().tables.matches.readable(found)))
    names = services().players.names_of(*matches)
    return paged("games", [summary(match, names) for match in matches], following)


def _searched(query: dict[str, Any]) -> Answer:
    found = services().game_search.page(wanted_of(query), query["cursor"], query["limit"], sight())
    names = services().players.names_of(*found.matches)
    answer, headers = paged("games", [summary(match, names) for match in found.matches], found.next)
    return {**answer, "total": found.total}, headers
