"""Places in a log, from which a client reads on: `12.0a1b2c3d`, a version and the first digits of its hash.

After a restore or a fail-over a log can be shorter, or have other events. From the hash the server can tell
that it no longer has the client's last event.
"""

import re
from typing import Any, NamedTuple

from marshmallow import fields

from replays.encoding.canonical import MAX_INTEGER
from replays.encoding.entries import StoredEvent
from replays.match.kinds import Aggregate
from service.application.problem import Problem
from service.services import services

HASH_PREFIX = 8
"""The number of digits of an event's hash in a place."""
_PLACE = rf"([1-9][0-9]{{0,8}})\.([0-9a-f]{{{HASH_PREFIX}}})"
_VERSION = "(0|[1-9][0-9]{0,15})"
_place, _version = re.compile(_PLACE), re.compile(_VERSION)


class LogPlace(NamedTuple):
    """The place after the event of this version, if its hash begins with `prefix`; version 0 is the start."""

    version: int
    prefix: str = ""


def place_of(event: StoredEvent) -> str:
    """The event's place in its log."""
    return f"{event.version}.{event.hash[:HASH_PREFIX]}"


def parse_place(text: str) -> LogPlace | None:
    """The place in the id of a message; None for any other text."""
    found = _place.fullmatch(text)
    return LogPlace(int(found[1]), found[2]) if found else None


def version_at(table: Aggregate, place: LogPlace | None) -> int | None:
    """The version at a place, or None if this log does not have it (any more)."""
    if place is None or place.version > table.head.version:
        return None
    if not place.prefix:
        return place.version
    events = services().tables.log.read(table.id, after=place.version - 1, limit=1)
    return place.version if events and events[0].hash.startswith(place.prefix) else None


def place_gone(table: Aggregate) -> Problem:
    """410 `version/gone`: the log does not have the place from which a client would read on."""
    head = table.head.version
    return Problem(
        410,
        "version/gone",
        f"the log, now at version {head}, does not have the event after which you read on (any more): it was "
        "restored, or the event is yet to come; discard what you have and read from the first event on",
        more={"version": head},
        headers={"Cache-Control": "no-store"},  # the place may exist later
    )


class PlaceField(fields.Field[LogPlace]):
    """A place in a query: a version, which is not checked against a hash, or a version with a hash."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own name and type
        "invalid": "Not a place: name a version, as in 12, or the id of a message, as in 12.0a1b2c3d."
    }

    def __init__(self, description: str) -> None:
        forms = [
            {"type": "integer", "minimum": 0, "maximum": MAX_INTEGER},
            {"type": "string", "pattern": f"^{_PLACE}$"},
        ]
        told = {"description": description, "anyOf": forms, "default": 0}
        super().__init__(load_default=LogPlace(0), metadata=told)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> LogPlace:
        found = _version.fullmatch(value)
        place = LogPlace(int(found[1])) if found else parse_place(value)
        if place is None or place.version > MAX_INTEGER:
            raise self.make_error("invalid")
        return place
