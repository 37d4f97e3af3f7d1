"""Events and their stored form: short stable names, schema versions, and upcasters for old schemas.

What was stored is never changed: an upcaster works on the way from bytes to `evolve` only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

from kingdomino import events as rules_events
from replays import events
from replays.entries import StoredEvent
from replays.forms import (
    COORDINATE,
    COUNT,
    DIRECTION,
    DOMINO,
    HASH,
    PLAYERS,
    RANKING,
    RULES,
    SCORE,
    SEAT,
    TEXT,
    Form,
    array,
    optional,
    record,
)

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]


class CodecError(Exception):
    """A stored event that no codec reads.

    Codes: `log/unknown-type`, `log/unknown-schema` (of another version of the service), `log/data` (the data
    is not of the type's form).
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of event: its stored name, its present schema version, its class, and the form of its data.

    Of an event that belongs to a seat, `seat` stands in the envelope instead of the data.
    """

    name: str
    schema: int
    cls: type
    data: Mapping[str, Form[Any]]
    seated: bool = False


_KINDS = (
    Kind(
        "GameCreated",
        1,
        events.GameCreated,
        {
            "rules": RULES,
            "rules_version": COUNT,
            "players": PLAYERS,
            "commitment": HASH,
            "options": record(events.Options, {}),
        },
    ),
    Kind("PlayerSeated", 1, events.PlayerSeated, {"player": TEXT, "entropy": optional(HASH)}, seated=True),
    Kind("GameStarted", 1, events.GameStarted, {}),
    Kind("KingDrawn", 1, rules_events.KingDrawn, {}, seated=True),
    Kind("LineDealt", 1, events.LineDealt, {"dominoes": array(DOMINO), "state_hash": HASH}),
    Kind("DominoChosen", 1, rules_events.DominoChosen, {"domino": DOMINO}, seated=True),
    Kind(
        "DominoPlaced",
        1,
        rules_events.DominoPlaced,
        {"domino": DOMINO, "x": COORDINATE, "y": COORDINATE, "direction": DIRECTION},
        seated=True,
    ),
    Kind("DominoDiscarded", 1, rules_events.DominoDiscarded, {"domino": DOMINO}, seated=True),
    Kind("DominoLeftOver", 1, rules_events.DominoLeftOver, {"domino": DOMINO}),
    Kind("GameEnded", 1, rules_events.GameEnded, {}),
    Kind("SeedRevealed", 1, events.SeedRevealed, {"seed": HASH}),
    Kind("GameScored", 1, events.GameScored, {"scores": array(SCORE), "ranking": RANKING}),
)

KINDS: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in _KINDS})
"""Every type of event by its stored name."""

_KIND_OF_CLASS = {kind.cls: kind for kind in _KINDS}

_FORMS: dict[str, Form[Any]] = {
    kind.name: record(kind.cls, {**kind.data, **({"seat": SEAT} if kind.seated else {})}) for kind in _KINDS
}

UPCASTERS: Mapping[tuple[str, int], Upcaster] = MappingProxyType({})
"""For a type and an old schema version, how its data becomes that of the next version."""


def encode(event: events.Event) -> tuple[Kind, int | None, Data]:
    """The event's kind, its seat for the envelope or None, and its data."""
    kind = _KIND_OF_CLASS[type(event)]
    data = _FORMS[kind.name].write(event)
    seat = data.pop("seat") if kind.seated else None
    return kind, seat, data


def decode(stored: StoredEvent, upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS) -> events.Event:
    """The event that was stored, brought up to the present schema; raises `CodecError`."""
    envelope = stored.record
    kind = KINDS.get(envelope["type"])
    if kind is None:
        raise CodecError("log/unknown-type", f"{envelope['type']!r} is no type of event")
    data = _upcast(kind, envelope["schema"], envelope["data"], upcasters)
    if kind.seated:
        data = {**data, "seat": envelope["seat"]}
    elif envelope["seat"] is not None:
        raise CodecError("log/data", f"{kind.name}: the event belongs to no seat")
    try:
        return cast("events.Event", _FORMS[kind.name].read(data))
    except ValueError as error:
        raise CodecError("log/data", f"{kind.name}: {error}") from error


def _upcast(kind: Kind, schema: Any, data: Any, upcasters: Mapping[tuple[str, int], Upcaster]) -> Data:
    if type(schema) is not int or not 1 <= schema <= kind.schema:
        raise CodecError(
            "log/unknown-schema", f"{kind.name}: schema {schema!r}, but 1 to {kind.schema} are known"
        )
    if not isinstance(data, dict):
        raise CodecError("log/data", f"{kind.name}: data is no object")
    current: Data = data
    for version in range(schema, kind.schema):
        current = upcasters[kind.name, version](current)
    return current
