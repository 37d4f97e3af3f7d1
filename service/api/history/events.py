"""The record of a game: its events as JSON, NDJSON or a live stream, and its replay."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any

import orjson
from flask import Response, jsonify

from replays.match.aggregate import Match
from replays.match.kinds import Table
from service.api.games.schemas.events import EventsAnswer, EventsQuery, ReplayAnswer
from service.api.history.replay_schemas import ReplayChangesAnswer, ReplayForm, ReplayQuery
from service.api.live.sse import RESET, SSE, WELCOME, send_stream
from service.api.live.streams import nothing_follows, rights_for, stays_for_viewer
from service.api.shared.answers import JSON, send_nothing
from service.api.shared.blueprints import ApiBlueprint, View, stacked
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import game_exists
from service.api.shared.headers import StreamHeaders
from service.api.shared.places import LogPlace, parse_place, place_gone, place_of, version_at
from service.application.caches.rendered import RenderedEvents, json_of, lines_of
from service.application.live.items import Item, News
from service.application.live.stream import LiveStream
from service.http.authentication import stream_client, visitor
from service.services import services
from service.shared.visibility import sight

NDJSON = "application/x-ndjson"
EVENT_LINES = {"type": "string", "description": "The events of the page, one `EventAnswer` a line."}
EVENT_STREAM = {"type": "string", "description": "The events as they are stored, each an `EventAnswer`."}
FRAME_LINES = {
    "type": "string",
    "description": "The frames, one a line; for a damaged log, the last line is the fault.",
}
"""The OpenAPI schemas of these responses."""

blueprint = ApiBlueprint("events", __name__, description="Events and replays of games.")


def sending_events(
    blueprint: ApiBlueprint, rule: str, exists: Callable[[View], View], over: str, *, weight: int
) -> Callable[[View], View]:
    """The decorator of a view that sends the events of what `exists` gives it; `over` explains a 204."""
    return stacked(
        blueprint.route(rule, methods=["GET"], weight=weight),
        exists,
        blueprint.arguments(StreamHeaders, location="headers"),
        blueprint.arguments(EventsQuery, location="query"),
        blueprint.accepts(JSON, NDJSON, SSE),
        blueprint.written(200, EventsAnswer),
        blueprint.alt_response(200, schema=EVENT_LINES, content_type=NDJSON),
        blueprint.alt_response(200, schema=EVENT_STREAM, content_type=SSE),
        blueprint.doc(responses=errors(404, 410, 422, 503)),
        blueprint.alt_response(204, description=over),
    )


@sending_events(
    blueprint,
    "/games/<game>/events",
    game_exists,
    "Server-sent events only: the game has ended, and no more events will follow.",
    weight=2,
)
def index(headers: dict[str, Any], query: dict[str, Any], match: Match, form: str) -> Response:
    """The events of a game, as they were stored.

    As JSON they come in pages, with `next` for the next page; as `application/x-ndjson` one event a line; as
    `text/event-stream` all events after `after` or Last-Event-ID, and then new ones as they happen.

    If the log does not have that place, because it was restored or the event is yet to come, a stream begins
    with `reset` and then has all events; the other forms are 410 `version/gone`. With the hash of your last
    event in `after`, you also notice a log that has another event there.
    """
    return send_events(match, query, form, headers["last"])


def send_events(recorded: Table, query: dict[str, Any], form: str, last: str | None) -> Response:
    """The events of a game or series in this form; a stream resumes after the event id `last`."""
    if form == SSE:
        return _stream(recorded, query["after"], last)
    seen, limit = version_at(recorded, query["after"]), query["limit"]
    if seen is None:
        raise place_gone(recorded)
    events = services().tables.log.read(recorded.id, after=seen, limit=limit + 1)
    page, more = events[:limit], events[limit:]
    if form == NDJSON:
        return Response(_lines(event.public_bytes() for event in page), content_type=NDJSON)
    return jsonify(
        {
            "events": [orjson.Fragment(event.public_bytes()) for event in page],
            "next": page[-1].version if more else None,
        }
    )


@blueprint.route("/games/<game>/replay", methods=["GET"], weight=40)
@blueprint.arguments(ReplayQuery, location="query")
@blueprint.accepts(JSON, NDJSON)
@blueprint.written(200, {"anyOf": [ReplayAnswer, ReplayChangesAnswer]})
@blueprint.alt_response(200, schema=FRAME_LINES, content_type=NDJSON)
@blueprint.doc(responses=errors(404, 422, 503))
def show(query: dict[str, Any], game: str, form: str) -> Response:
    """The whole game: every event and the state after it; for a damaged log the intact part and the fault.

    With `form=changes` only the first frame has the state; each later frame has `changes`, a JSON Patch (RFC
    6902) from the state before its event to the state after it. The ETag changes with the game, with its
    players' names and with the form.
    """
    shown = services().recording_reader.game(game, sight())
    return send_recording(query, form, shown.key, shown.make)


def send_recording(
    query: dict[str, Any], form: str, key: Hashable | None, make: Callable[[], RenderedEvents]
) -> Response:
    """All frames, then the fault if there is one; NDJSON is generated frame by frame while it is sent."""
    shape = RenderedEvents.changes if query["form"] is ReplayForm.CHANGES else RenderedEvents.frames
    write = lines_of if form == NDJSON else json_of
    response = send_kept(
        services().recordings,
        key,
        make,
        lambda made: write(shape(made), made.fault),
        form,
        form=f"-{query['form'].value}{'-lines' if form == NDJSON else ''}",
    )
    response.vary.add("Accept")
    return response


def lines(values: Iterable[Any]) -> bytes:
    """The values as NDJSON, one a line."""
    return _lines(map(orjson.dumps, values))


def _lines(texts: Iterable[bytes]) -> bytes:
    return b"".join(text + b"\n" for text in texts)


def _stream(recorded: Table, after: LogPlace, last: str | None) -> Response:
    """The live stream from `after` on, or from the place in the client's Last-Event-ID."""
    seen = version_at(recorded, after if last is None else parse_place(last))
    if nothing_follows(recorded, seen):
        return send_nothing()
    rights = rights_for(visitor(), [recorded])
    follower = services().hub.follow({recorded.id: seen or 0}, client=stream_client(), rights=rights)
    stream = LiveStream(follower, _messages, {recorded.id: stays_for_viewer(recorded)})
    return send_stream(stream, RESET if seen is None else WELCOME)


def _messages(item: Item) -> Iterator[bytes]:
    if isinstance(item, News):
        yield item.once(_message)


def _message(news: News) -> bytes:
    parts = (b"id: %b\ndata: %b\n\n" % (place_of(each).encode(), each.public_bytes()) for each in news.events)
    return b"".join(parts)
