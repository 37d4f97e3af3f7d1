"""One live stream for several games and for hints of the caller's games: a browser needs one connection."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, cast

import orjson
from flask import Response

from replays.commands.tables import UnknownGame
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.match.aggregate import Match
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Table
from service.api.live.schemas import LiveQuery
from service.api.live.sse import RESET, SSE, WELCOME, send_stream
from service.api.live.streams import (
    hint_data,
    nothing_follows,
    notices_message,
    rights_for,
    stays_for_viewer,
    talk_message,
    unread_notices,
)
from service.api.shared.answers import send_nothing
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.headers import StreamHeaders
from service.api.shared.places import parse_place, place_of, version_at
from service.application.games.seats.rematch import next_id
from service.application.games.shown_tables import game_id
from service.application.live.items import GameHidden, Hint, Item, News, NoticesChanged, Talked
from service.application.live.stream import LiveStream
from service.application.problem import Problem, unknown_game
from service.http.authentication import access, stream_client, visitor
from service.http.costs.weights import ByValues
from service.services import services
from service.shared.visibility import match_of, sight, viewer

MOST_MISSED = 100
"""The maximum number of events of a game sent at once; after a larger gap the client must fetch the state."""

blueprint = ApiBlueprint("live", __name__, description="Live streams of several games.")


@blueprint.route("/events", methods=["GET"], weight=ByValues(3, ("game", "talk", "invitation")))
@blueprint.arguments(StreamHeaders, location="headers")
@blueprint.arguments(LiveQuery, location="query")
@blueprint.written(200, {"contentMediaType": SSE}, content_type=SSE)
@blueprint.doc(responses=errors(401, 404, 422, 503))
@blueprint.alt_response(204, description="The games have ended, and no more events will follow.")
def index(headers: dict[str, Any], query: dict[str, Any]) -> Response:
    """A live stream of several games, `{"game", "event"}`, and with `mine` of hints of all your games.

    An event that happens while you are connected comes with `changes`, a JSON Patch (RFC 6902) from the state
    before it to the state after it, and with `actions`, the possible actions besides moving after it, by
    player and for all `others`. Older events come without them: fetch the state.

    An id contains the place in each game, in the order of the query: `12.0a1b2c3d,,7.89abcdef`. Sent as
    Last-Event-ID it resumes all games; a game without a place begins with its first event. An event `reset`,
    `{"game", "version"}`, means that more than 100 events are missing, or that your place is not in the log
    (any more): fetch the game again; later events come after that version. The events `hint`, `{"game",
    "version"}`, and `reset` without a game are those of `/me/events`; `notices` reports a change of your
    notices. A game that has ended sends no more events, but the stream goes on. So does one that you may no
    longer watch: its last message is `hidden`, `{"game"}`. If your token is revoked, the stream ends. A 404
    lists in `games` all games that you may not see.

    With `talk`, an event `talk`, `{"game", "room"}`, means that there is a new message in a room of that game
    that you could read when the stream began (`/games/{game}/talk`); also after the end of the game.

    Together with a finished game in which you had a seat, you may follow its rematch by the `table` of that
    action, even before the rematch is opened: its events come from the first one on.

    An event `damaged`, `{"game"}`, comes first for each game whose log is damaged: that game sends no events,
    the others do. If all are damaged, it is 500 `log/damaged`.
    """
    here = access() if query["mine"] else visitor()
    player = here.player if here and query["mine"] else None
    matches, damaged = _matches(query["game"], alone=player is None)
    spoken, _ = _matches(query["talk"], alone=True)
    talks = {match.id: [room.value for room in sight().rooms_for(match)] for match in spoken}
    ids = [game_id(each) for each in query["game"]]
    places = dict(zip(ids, _places(headers["last"], len(ids)), strict=True))
    seen = {match.id: _seen_at(match, places[match.id]) for match in matches}
    followed = [match for match in matches if not nothing_follows(match, seen[match.id])]
    awaited = {table for match in matches for table in _rematches(match)} & set(ids) - seen.keys()
    if not followed and not awaited and not talks and player is None:
        return send_nothing()
    stays = {match.id: stays_for_viewer(match) for match in followed}
    stays |= {table: _stays_at_rematch(table) for table in awaited}
    seen |= dict.fromkeys(awaited, 0)
    vanished = [table for table in awaited if places[table]]
    places |= dict.fromkeys(vanished, "")
    rights = rights_for(here, followed, awaited, spoken)
    follower = services().hub.follow(
        {game: seen[game] or 0 for game in stays},
        player,
        stream_client(),
        talks,
        replace(rights, held=rights.held | {here}) if here and player else rights,
    )
    stream = LiveStream(follower, MessageWriter(places, seen), stays)
    opening = WELCOME + b"".join((*map(_damaged, damaged), *map(_vanished, vanished)))
    return send_stream(stream, opening, partial(unread_notices, player) if player else bytes)


def _matches(ids: list[str], *, alone: bool) -> tuple[list[Match], list[str]]:
    """The matches with these ids, and the ids of those whose logs are damaged.

    A 404 lists all ids that the viewer may not see. If all logs are damaged and nothing else is requested
    (`alone`), the error of a damaged log is raised.
    """
    found, unknown, damaged = [], [], {}
    for each in ids:
        try:
            found.append(match_of(each))
        except (Problem, UnknownGame):
            unknown.append(each)
        except Damaged as damage:
            damaged[each] = damage
    awaited = {table for match in found for table in _rematches(match)}
    if strange := [each for each in unknown if each not in awaited]:
        raise unknown_game({"games": strange})
    others = {each: damage for each, damage in damaged.items() if each not in awaited}
    if others and not found and alone:
        raise next(iter(others.values()))
    return found, list(others)


def _rematches(match: Match) -> Iterator[GameId]:
    """The ids of the viewer's rematches of a finished game, whether or not they are open yet."""
    player = viewer().player
    seated = player is not None and match.seat_of(player) is not None
    rematches = (kind.name for kind in KINDS)
    if seated and match.is_over and len(match.sitters) == match.players:
        yield from (next_id(match, kind) for kind in rematches)


def _stays_at_rematch(table: GameId) -> Callable[[], bool]:
    """A check whether the viewer may watch a table that may not be open yet."""
    parts, who = services(), viewer()

    def stays() -> bool:
        with suppress(Damaged):
            found = parts.streams.current(table)
            return found is not None and parts.visibility.may_see(cast("Table", found), who)
        return False

    return stays


def _damaged(game: str) -> bytes:
    return b"event: damaged\ndata: " + orjson.dumps({"game": game}) + b"\n\n"


def _vanished(table: GameId) -> bytes:
    """The reset of a table that the log does not have any more; it may be opened again."""
    return b"event: reset\ndata: " + orjson.dumps({"game": table, "version": 0}) + b"\n\n"


def _seen_at(match: Match, place: str) -> int | None:
    """The version at the client's place; 0 without a place, None if the log does not have it."""
    return version_at(match, parse_place(place)) if place else 0


def _places(last: str | None, number: int) -> list[str]:
    """The client's place in each of `number` games; empty for a game without one."""
    given = (last or "").split(",")[:number]
    return given + [""] * (number - len(given))


class MessageWriter:
    """Writes the messages of a stream of several games, each with the place in all of them.

    `seen` is None for a game whose log does not contain the client's place.
    """

    def __init__(self, places: Mapping[GameId, str], seen: Mapping[GameId, int | None]) -> None:
        self._lost = {game for game, version in seen.items() if version is None}
        self._places = {game: "" if game in self._lost else place for game, place in places.items()}

    def __call__(self, item: Item) -> Iterator[bytes]:
        """The messages of an item."""
        if isinstance(item, News):
            yield b"".join(self._news(item))  # in one piece: a page shows one state after an append
        elif isinstance(item, Hint):
            yield b"event: hint\n" + hint_data(item)
        elif isinstance(item, NoticesChanged):
            yield notices_message(item)
        elif isinstance(item, Talked):
            yield talk_message(item)
        elif isinstance(item, GameHidden):
            yield b"event: hidden\ndata: " + orjson.dumps({"game": item.game}) + b"\n\n"
        else:
            yield RESET

    def _news(self, news: News) -> Iterator[bytes]:
        game, events = news.game, news.events
        if events and (game in self._lost or len(events) > MOST_MISSED):
            self._lost.discard(game)
            data = orjson.dumps({"game": game, "version": events[-1].version})
            yield b"event: reset\n" + self._at(game, events[-1]) + b"data: " + data + b"\n\n"
            return
        for event, data in zip(events, news.once(_data), strict=True):
            yield self._at(game, event) + data

    def _at(self, game: GameId, event: StoredEvent) -> bytes:
        """The id line of this event's message, which moves the place of its game behind the event."""
        self._places[game] = place_of(event)
        return b"id: " + ",".join(self._places.values()).encode() + b"\n"


def _data(news: News) -> list[bytes]:
    """The part of each event's message below the id; the id depends on the client's places."""
    game, changes = news.game.encode(), news.changes
    return [
        b'data: {"game":"%b","event":%b%b}\n\n'
        % (game, event.public_bytes(), changes.get(event.version, b""))
        for event in news.events
    ]
