"""The record of a game: its events as JSON, NDJSON or a live stream, and its replay."""

import socket
from collections.abc import Iterable, Iterator
from itertools import chain, takewhile
from typing import Any

import orjson
from flask import Response, g, request

from replays.entries import StoredEvent
from replays.identity import Version
from replays.match import Status
from replays.replay import Frame, Replay, replay
from replays.view import state
from service.access import Table
from service.api.asking import check_seen, may_watch
from service.api.errors import errors
from service.api.schemas import EventsAnswer, EventsQuery, ReplayAnswer
from service.api.sse import RESET, SSE, STILL_HERE, WELCOME, asking_client, batches, send_stream
from service.api.support import JSON, ApiBlueprint, game_exists, game_id, names_of, send_json
from service.live import Watcher
from service.problems import unknown_game
from service.services import services

NDJSON = "application/x-ndjson"
HASH_PREFIX = 8
"""How many digits of an event's hash its id in a stream has."""
LONGEST_VERSION = 9
"""How many digits the version in a Last-Event-ID has at most."""
ENDED = frozenset({Status.SCORED, Status.ABORTED})
"""The states of a game after which nothing happens in it."""
LAST_TYPES = frozenset({"GameScored", "GameAborted", "DynastyDecided"})
"""The types of event in the append that ends a game or a dynasty."""
STARTS = frozenset({"GameStarted", "DynastyGameStarted"})
"""The types of event with which it is over for spectators, where there shall be none."""

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
    found = replay(services().tables.log, game_id(game))
    if not found.frames and not found.fault:
        raise unknown_game()
    check_seen(found.frames[-1].match if found.frames else None, unknown_game())
    names = names_of(*(frame.match for frame in found.frames[-1:]))
    return send_frames((_frame(frame, names) for frame in found.frames), _fault(found))


def send_frames(frames: Iterable[dict[str, Any]], fault: dict[str, Any] | None) -> Response:
    """The frames and then the fault, if any, as JSON or NDJSON."""
    if request.accept_mimetypes.best_match([JSON, NDJSON], JSON) == NDJSON:
        return send_lines([*frames, {"fault": fault}] if fault else frames)
    return send_json({"frames": list(frames)} | ({"fault": fault} if fault else {}))


def _frame(frame: Frame, names: dict[str, str | None]) -> dict[str, Any]:
    return {
        "version": frame.event.version,
        "event": orjson.Fragment(frame.event.public_bytes()),
        "state": state(frame.match, names),
    }


def _fault(found: Replay) -> dict[str, Any] | None:
    fault = found.fault
    return {"version": fault.version, "code": fault.code, "text": fault.text} if fault else None


def send_lines(values: Iterable[Any]) -> Response:
    """The values as NDJSON, one a line."""
    return Response(_lines(map(orjson.dumps, values)), content_type=NDJSON)


def _lines(texts: Iterable[bytes]) -> bytes:
    return b"".join(text + b"\n" for text in texts)


def _stream(match: Table, after: int) -> Response:
    """The live stream from `after` on, or from where the client says it was (Last-Event-ID)."""
    last = request.headers.get("Last-Event-ID")
    seen = after if last is None else _seen(match, last)
    if seen is not None and seen >= match.head.version and match.status in ENDED:
        return Response(status=204)
    until = frozenset() if may_watch(match) else STARTS
    watcher = services().hub.watch(match.id, Version(seen or 0))
    messages = _messages(watcher, asking_client(), until, reset=seen is None)
    return send_stream(messages, watcher.close)


def _seen(match: Table, last: str) -> int | None:
    """The version a Last-Event-ID names, or None where this log does not have that event (any more)."""
    version, _, prefix = last.partition(".")
    if not (version.isascii() and version.isdigit() and len(version) <= LONGEST_VERSION):
        return None
    if not 0 < int(version) <= match.head.version:
        return None
    events = services().tables.log.read(match.id, after=int(version) - 1, limit=1)
    return int(version) if events and events[0].hash[:HASH_PREFIX] == prefix else None


def _messages(
    watcher: Watcher, client: socket.socket | None, until: frozenset[str], *, reset: bool
) -> Iterator[bytes]:
    """Server-sent events: first what is in the log, then what happens, until the game has ended.

    It ends before an event of one of the types `until`, too. The log is asked now and then: a hint is lost
    when feeds are trimmed faster than they are read.
    """
    yield RESET if reset else WELCOME
    for batch in chain([watcher.catch_up()], batches(watcher, client)):
        events = watcher.catch_up() if batch is None else batch
        if batch is None:
            yield STILL_HERE
        shown = list(takewhile(lambda event: event.record["type"] not in until, events))
        yield from map(_message, shown)
        if len(shown) < len(events) or any(event.record["type"] in LAST_TYPES for event in shown):
            return


def _message(event: StoredEvent) -> bytes:
    identity = f"{event.version}.{event.hash[:HASH_PREFIX]}".encode()
    return b"id: " + identity + b"\ndata: " + event.public_bytes() + b"\n\n"
