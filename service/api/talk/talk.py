"""Talk at the table: messages of players, and of spectators apart from them."""

from collections.abc import Mapping
from typing import Any

from flask import Response, url_for

from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from replays.log.occasions import TALK_WRITTEN, TalkDetail
from replays.match.aggregate import Match
from service.api.shared.answers import Answer, paged, send_nothing
from service.api.shared.blueprints import private_blueprint
from service.api.shared.commands import new_id
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists, signed_in
from service.api.talk.schemas import MessageAnswer, TalkAnswer, TalkQuery, TalkRequest
from service.application.accounts.access.scopes import Scope
from service.application.cursors import refusing_wrong_cursor
from service.application.games.talk.messages import Message, MessageDraft
from service.application.games.talk.rooms import Room
from service.application.i18n.speaking import speaking
from service.application.i18n.talk import PHRASES
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.http.endpoints import ALWAYS, NORMALLY, WHILE_SUSPENDED
from service.http.languages import accepted
from service.services import services
from service.shared.visibility import sight, talk_is_off, viewer

blueprint = private_blueprint("talk", "Messages at the table.")


@blueprint.route("/games/<game>/talk", methods=["GET"], weight=5)
@game_exists
@blueprint.arguments(TalkQuery, location="query")
@blueprint.response(200, TalkAnswer)
@blueprint.doc(responses=errors(403, 404, 422, 503))
def index(query: dict[str, Any], match: Match) -> Answer:
    """The messages of a room, the newest first, without those of players whom you muted or blocked.

    The players of the game have the room `players`, all others who may see the game the room `spectators`.
    Players may read the spectators' room once the game is scored or called off. A room that you may not read
    is `talk/room-closed`, and a table that was opened without talk `talk/off`. `next` is the cursor of older
    messages, also as Link rel="next"; a page may be shorter than `limit`.
    """
    parts, reader = services(), viewer().player
    room, rooms = _room(match, query["room"])
    with refusing_wrong_cursor():
        before = int(parts.cursors.open(query["cursor"]) or 0) or None
    places, following = parts.talk.page(match.id, room, before, query["limit"])
    silenced = parts.contacts.silenced(reader, (place.author for place in places)) if reader else {}
    messages = parts.talk.read([place for place in places if place.author not in silenced])
    muted = [author for author, is_muted in silenced.items() if is_muted]
    names = parts.players.names([*muted, *(each.place.author for each in messages)])
    cursor = parts.cursors.seal(None if following is None else str(following))
    answer, headers = paged("messages", [_shown(each, names) for each in messages], cursor)
    about = {
        "room": room.value,
        "rooms": [each.value for each in rooms],
        "muted": reader is not None and parts.talk_mutes.is_muted(reader, match.id),
        "silenced": [{"id": player, "name": names[player]} for player in muted],
    }
    return {**answer, **about}, headers


@blueprint.route("/games/<game>/talk", methods=["POST"], weight=1, works=NORMALLY)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.commanding
@blueprint.arguments(TalkRequest)
@blueprint.response(201, MessageAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def write(body: dict[str, Any], match: Match, player: str, command: CommandId | None) -> Answer:
    """Send a message to your room, at any time: a `text` of at most 300 characters, or a `phrase`.

    A room has at most 1,000 messages, 250 of them yours: `talk/too-many`. An account may send at most 30
    messages in 5 minutes: `limit/reached`.
    """
    parts = services()
    room, _ = _room(match, body["room"])
    parts.throttle.count(Attempt.TALK_BY, player)
    parts.throttle.count(Attempt.TALK_FROM, address())
    draft = MessageDraft(
        game=match.id,
        room=room,
        author=player,
        id=new_id(command, "talk", match.id),
        digest=command.digest if command else "",
        at=now_ms(),
        text=body.get("text", ""),
        phrase=body.get("phrase"),
    )
    message = parts.talk.write(draft, address())
    place = message.place
    detail = TalkDetail(message.at, place.number, place.author, place.room.value)
    parts.tables.log.report(match.id, match.head.version, TALK_WRITTEN, detail.stored())
    location = url_for("talk.remove", game=match.id, message=place.id)
    return _shown(message, parts.players.names([place.author])), {"Location": location}


@blueprint.route("/games/<game>/talk/<message>", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def remove(message: str, match: Match, player: str) -> Response:
    """Delete one of your messages."""
    place = services().talk.place(match.id, message)
    if place is None or place.room not in sight().rooms_for(match):
        raise Problem(404, "talk/unknown", "this game has no message with this id that you may read")
    if place.author != player:
        raise Problem(403, "talk/not-yours", "only the author of a message can delete it")
    services().talk.remove(place)
    return send_nothing()


@blueprint.route("/games/<game>/talk/muted", methods=["PUT"], weight=1, works=WHILE_SUSPENDED)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 409, 503))
def mute(match: Match, player: str) -> Response:
    """Mute the talk of this game: you get no notices of it, and the game's page does not show it.

    You may mute 500 games; one more unmutes the game that was muted first. To mute a player at all tables,
    use `/me/muted/{other}`.
    """
    services().talk_mutes.mute(player, match.id, now_ms(), address())
    return send_nothing()


@blueprint.route("/games/<game>/talk/muted", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@game_exists
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 404, 503))
def unmute(match: Match, player: str) -> Response:
    """Unmute the talk of this game."""
    services().talk_mutes.unmute(player, match.id)
    return send_nothing()


def _room(match: Match, wanted: Room | None) -> tuple[Room, tuple[Room, ...]]:
    """The requested room, by default the viewer's own, and all rooms that the viewer may read."""
    if talk_is_off(match):
        raise Problem(404, "talk/off", "this table was opened without talk")
    rooms = sight().rooms_for(match)
    room = wanted or next(iter(rooms), None)
    if room is None or room not in rooms:
        raise Problem(403, "talk/room-closed", _closed(room))
    return room, rooms


def _closed(room: Room | None) -> str:
    if room is Room.PLAYERS:
        return "only the players of the game read and write in their room"
    return "spectators of this game do not talk, or you play in it and it is not over"


def _shown(message: Message, names: Mapping[str, str | None]) -> dict[str, Any]:
    place, phrase = message.place, message.phrase
    return {
        "id": place.id,
        "number": place.number,
        "room": place.room.value,
        "player": place.author,
        "name": names[place.author],
        "text": _text(message),
        "phrase": None if message.hidden else phrase,
        "created_at": message.at,
        "hidden": message.hidden,
    }


def _text(message: Message) -> str:
    """The displayed text: the message, the phrase in the language of the request, or why it is hidden."""
    if message.hidden:
        return message.hidden.text
    if not message.phrase:
        return message.text
    with speaking(accepted()):
        return str(PHRASES[message.phrase])
