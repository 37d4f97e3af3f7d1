"""Converts events to their stored form and back, by the declarations of their types.

Stored data never changes: upcasters run only while events are read.
"""

from typing import Any, TypeVar, cast

from replays.encoding.entries import StoredEvent
from replays.events import dynasty_events as dynasty_events  # noqa: PLC0414 - declares the types of dynasties
from replays.events import game_events
from replays.events import rules_types as rules_types  # noqa: PLC0414 - declares the types of the rules
from replays.events import tournament_events as tournament_events  # noqa: PLC0414 - and of tournaments
from replays.events.event_types import EVENT_TYPES, Data, EventType
from replays.events.stream_events import STREAMS, SeriesEvent

__all__ = ["EVENT_TYPES", "CodecError", "Event", "OtherKind", "decode", "encode", "first"]

Event = game_events.Event | SeriesEvent
"""All events that a log may contain, in streams of any kind."""

E = TypeVar("E")


class CodecError(Exception):
    """A stored event that cannot be decoded.

    Codes: `log/unknown-type`, `log/unknown-schema` (of another version of the service), `log/data` (the data
    is not of the type's form).
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


def encode(event: Event) -> tuple[EventType, int | None, Data]:
    """The event's type, its seat for the envelope or None, and its data."""
    event_type = EVENT_TYPES.of_class[type(event)]
    data = event_type.form.write(event)
    seat = data.pop("seat") if event_type.seated else None
    return event_type, seat, data


def decode(stored: StoredEvent) -> Event:
    """The stored event, converted to the current schema; raises `CodecError`."""
    envelope = stored.record
    try:
        event_type = EVENT_TYPES[envelope["type"]]
    except KeyError:
        raise CodecError("log/unknown-type", f"{envelope['type']!r} is no type of event") from None
    try:
        data, seat = _upcast(event_type, envelope["schema"], envelope["data"]), envelope["seat"]
        if event_type.seated:
            data = {**data, "seat": seat}
        elif seat is not None:
            raise ValueError("the event belongs to no seat")
        return cast("Event", event_type.form.read(data))
    except ValueError as error:
        raise CodecError("log/data", f"{event_type.name}: {error}") from error


def _upcast(event_type: EventType, schema: Any, data: Any) -> Data:
    if type(schema) is not int or not 1 <= schema <= event_type.schema:
        known = f"1 to {event_type.schema} are known"
        raise CodecError("log/unknown-schema", f"{event_type.name}: schema {schema!r}, but {known}")
    if not isinstance(data, dict):
        raise ValueError("data is no object")
    current: Data = data
    for version in range(schema, event_type.schema):
        current = event_type.upcasters[version - 1](current)
    return current


class OtherKind(TypeError):  # noqa: N818 - the name says what it is
    """The stream is of another kind than expected, such as a series instead of a game."""


def first(event: Event, kind: type[E]) -> E:
    """The event if it is the first event of this kind of stream; raises `OtherKind` or another TypeError."""
    if isinstance(event, kind):
        return event
    text = f"it begins with {type(event).__name__}, not with {kind.__name__}"
    raise OtherKind(text) if EVENT_TYPES.of_class[type(event)].name in STREAMS.opens else TypeError(text)
