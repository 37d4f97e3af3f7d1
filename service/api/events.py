"""The record of a game: its events as JSON, NDJSON or a live stream, and its replay."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import orjson
from flask import Response, g, request

from replays.replay import Frame, Replay, replay
from replays.view import WRITTEN, View
from service.access import Table
from service.api.asking import check_seen
from service.api.errors import errors
from service.api.schemas import EventsAnswer, EventsQuery, ReplayAnswer
from service.api.sse import RESET, SSE, WELCOME, asking_client, send_stream
from service.api.streams import LiveStream, nothing_follows, place_of, seen_at, stays_for_asker
from service.api.support import JSON, ApiBlueprint, game_exists, game_id, names_of, send_json, send_nothing
from service.live import Item, News
from service.problems import unknown_game
from service.services import services
from service.visiting import asker

NDJSON = "application/x-ndjson"

blueprint = ApiBlueprint("events", __name__, description="The record of a game, and its replay.")


@blueprint.route("/games/<game>/events", methods=["GET"])
@game_exists
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(200, EventsAnswer)
@blueprint.doc(responses=errors(404, 422, 503))
@blueprint.alt_response(204, description="SSE only: the game has ended and there is nothing more to come.")
def index(query: dict[str, Any], game: str) -> Response:  # noqa: ARG001 - in g.match
    """The events of a game, as they were stored.

    As JSON a page, with `next` for the one after; as `application/x-ndjson` one event a line; as
    `text/event-stream` all from `after` or Last-Event-ID on, and those to come as they happen.
    """
    return send_events(g.match, query)


def send_events(recorded: Table, query: dict[str, Any]) -> Response:
    """The events of a game or a dynasty, in the form that was asked for."""
    wanted = request.accept_mimetypes.best_match([JSON, NDJSON, SSE], JSON)
    if wanted == SSE:
        return _stream(recorded, query["after"])
    limit = query["limit"]
    events = services().tables.log.read(recorded.id, after=query["after"], limit=limit + 1)
    page, more = events[:limit], events[limit:]
    if wanted == NDJSON:
        return Response(_lines(event.public_bytes() for event in page), content_type=NDJSON)
    return send_json(
        {
            "events": [orjson.Fragment(event.public_bytes()) for event in page],
            "next": page[-1].version if more else None,
        }
    )


@blueprint.route("/games/<game>/replay", methods=["GET"])
@blueprint.response(200, ReplayAnswer)
@blueprint.doc(responses=errors(404, 503))
def show(game: str) -> Response:
    """The whole game: every event and the state after it; of a damaged log the good part, and the fault."""
    found = replay_of(game)
    return send_frames(_frames(found.frames), _fault(found))


def replay_of(text: str) -> Replay:
    """The replay of the game with this id; 404 where there is none that who asks may see."""
    found = replay(services().tables.log, game_id(text))
    if not found.frames and not found.fault:
        raise unknown_game()
    check_seen(found.frames[-1].match if found.frames else None, unknown_game)
    return found


def send_frames(frames: Iterable[dict[str, Any]], fault: dict[str, Any] | None) -> Response:
    """The frames and then the fault, if any, as JSON or NDJSON."""
    if request.accept_mimetypes.best_match([JSON, NDJSON], JSON) == NDJSON:
        return send_lines([*frames, {"fault": fault}] if fault else frames)
    return send_json({"frames": list(frames)} | ({"fault": fault} if fault else {}))


def _frames(frames: Sequence[Frame]) -> Iterator[dict[str, Any]]:
    """The frames as they are sent, with the players' present names."""
    if not frames:
        return
    last = frames[-1].match
    view = View(last, names_of(last), WRITTEN)
    for frame in frames:
        yield {
            "version": frame.event.version,
            "event": orjson.Fragment(frame.event.public_bytes()),
            "state": view.state(frame.match),
        }


def _fault(found: Replay) -> dict[str, Any] | None:
    fault = found.fault
    return {"version": fault.version, "code": fault.code, "text": fault.text} if fault else None


def send_lines(values: Iterable[Any]) -> Response:
    """The values as NDJSON, one a line."""
    return Response(_lines(map(orjson.dumps, values)), content_type=NDJSON)


def _lines(texts: Iterable[bytes]) -> bytes:
    return b"".join(text + b"\n" for text in texts)


def _stream(recorded: Table, after: int) -> Response:
    """The live stream from `after` on, or from where the client says it was (Last-Event-ID)."""
    last = request.headers.get("Last-Event-ID")
    seen = after if last is None else seen_at(recorded, last)
    if nothing_follows(recorded, seen):
        return send_nothing()
    follower = services().hub.follow({recorded.id: seen or 0}, asker=asker())
    stream = LiveStream(follower, _messages, {recorded.id: stays_for_asker(recorded)})
    opening = RESET if seen is None else WELCOME
    return send_stream(stream.messages(asking_client(), opening), follower.close)


def _messages(item: Item) -> Iterator[bytes]:
    if isinstance(item, News):
        for event in item.events:
            yield b"id: " + place_of(event).encode() + b"\ndata: " + event.public_bytes() + b"\n\n"
