"""Events and their stored form: short stable names, schema versions, and upcasters for old schemas.

What was stored is never changed: an upcaster works on the way from bytes to `evolve` only.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar, cast

from kingdomino.game import events as rules_events
from kingdomino.game import origins_events as origins
from kingdomino.rules import Rules
from kingdomino.rules.versions import VERSIONS
from replays.clocks.forms import CLOCK, MOMENT, OFFSETS
from replays.encoding.entries import StoredEvent
from replays.encoding.forms import (
    BOOLEAN,
    CAVEMAN,
    COORDINATE,
    COUNT,
    DIRECTION,
    DOMINO,
    HASH,
    ID,
    ORIGIN,
    PLAYERS,
    POINTS,
    RANKING,
    RESOURCE,
    RULES,
    SCORE,
    SEAT,
    SQUARE,
    TEXT,
    Form,
    array,
    integer,
    optional,
    record,
    sparse,
    word,
)
from replays.events import dynasty_events, game_events

Event = game_events.Event | dynasty_events.Event
"""Every event that a log may hold, of whatever stream."""

FIRST = (game_events.GameCreated, dynasty_events.DynastyCreated)
"""What streams begin with, one for each kind of stream."""

E = TypeVar("E")

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

    Of an event that belongs to a seat, `seat` stands in the envelope instead of the data. `make` gives the
    event of its data where the class does not.
    """

    name: str
    schema: int
    cls: type
    data: Mapping[str, Form[Any]]
    seated: bool = False
    make: Callable[..., Any] | None = None


OPTIONS = sparse(
    game_events.Options,
    {
        "dynasty": record(game_events.Membership, {"id": ID, "number": COUNT}),
        "clock": CLOCK,
        "offsets": OFFSETS,
        "on_timeout": word(game_events.OnTimeout),
        "absent": word(game_events.Absent),
        "private": BOOLEAN,
        "spectators": BOOLEAN,
        "invited": array(TEXT),
    },
)
"""What is not agreed on is absent, so that the oldest logs, which have no options, read as they did."""

RULES_VERSION: Form[int] = Form(int, lambda value: VERSIONS.of(COUNT.read(value)).number)
"""A game by rules of a version that this program does not know is refused, not guessed at."""
FIRES = integer(1, 3)
_AT = {"x": COORDINATE, "y": COORDINATE}


def _of_version(created: Callable[..., E]) -> Callable[..., E]:
    """How a stream's first event is made of its data, in which rules and their version are apart."""

    def make(*, rules: Rules, rules_version: int, **others: Any) -> E:
        return created(rules=replace(rules, version=rules_version), **others)

    return make


_KINDS = (
    Kind(
        "GameCreated",
        1,
        game_events.GameCreated,
        {
            "rules": RULES,
            "rules_version": RULES_VERSION,
            "players": PLAYERS,
            "commitment": HASH,
            "options": OPTIONS,
        },
        make=_of_version(game_events.GameCreated),
    ),
    Kind(
        "PlayerSeated", 1, game_events.PlayerSeated, {"player": TEXT, "entropy": optional(HASH)}, seated=True
    ),
    Kind("BotSeated", 1, game_events.BotSeated, {"policy": TEXT}, seated=True),
    Kind("GameStarted", 1, game_events.GameStarted, {}),
    Kind("KingDrawn", 1, rules_events.KingDrawn, {}, seated=True),
    Kind("LineDealt", 1, game_events.LineDealt, {"dominoes": array(DOMINO), "state_hash": HASH}),
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
    Kind("FirePlaced", 1, origins.FirePlaced, {**_AT, "fires": FIRES}, seated=True),
    Kind("FireLost", 1, origins.FireLost, {"fires": FIRES}, seated=True),
    Kind("TotemTaken", 1, origins.TotemTaken, {"resource": RESOURCE}, seated=True),
    Kind("TotemGiven", 1, origins.TotemGiven, {"resource": RESOURCE, "to": SEAT}, seated=True),
    Kind("TotemReturned", 1, origins.TotemReturned, {"resource": RESOURCE}, seated=True),
    Kind("BoardRefilled", 1, origins.BoardRefilled, {"cavemen": array(CAVEMAN)}),
    Kind("CavemanPaid", 1, origins.CavemanPaid, {"source": ORIGIN, "squares": array(SQUARE)}, seated=True),
    Kind("CavemanTaken", 1, origins.CavemanTaken, {"caveman": CAVEMAN}, seated=True),
    Kind("CavemanPut", 1, origins.CavemanPut, _AT, seated=True),
    Kind("RecruitingDeclined", 1, origins.RecruitingDeclined, {}, seated=True),
    Kind("TimeExpired", 1, game_events.TimeExpired, {"deadline": MOMENT}, seated=True),
    Kind("SeatAway", 1, game_events.SeatAway, {"policy": TEXT}, seated=True),
    Kind("SeatReturned", 1, game_events.SeatReturned, {}, seated=True),
    Kind(
        "SeatLeft",
        1,
        game_events.SeatLeft,
        {"reason": word(game_events.Reason), "policy": optional(TEXT)},
        seated=True,
    ),
    Kind("SeatTakenOver", 1, game_events.SeatTakenOver, {"player": TEXT}, seated=True),
    Kind("VacationBegan", 1, game_events.VacationBegan, {}, seated=True),
    Kind("VacationEnded", 1, game_events.VacationEnded, {}, seated=True),
    Kind("EndAgreed", 1, game_events.EndAgreed, {}, seated=True),
    Kind("GameAborted", 1, game_events.GameAborted, {}),
    Kind("PlanFired", 1, game_events.PlanFired, {"laid": MOMENT}, seated=True),
    Kind("SeedRevealed", 1, game_events.SeedRevealed, {"seed": HASH}),
    Kind("GameScored", 2, game_events.GameScored, {"scores": array(SCORE), "ranking": RANKING}),
    Kind(
        "DynastyCreated",
        1,
        dynasty_events.DynastyCreated,
        {"rules": RULES, "rules_version": RULES_VERSION, "players": PLAYERS, "options": OPTIONS},
        make=_of_version(dynasty_events.DynastyCreated),
    ),
    Kind(
        "DynastySeated",
        1,
        dynasty_events.DynastySeated,
        {"player": TEXT, "entropy": optional(HASH)},
        seated=True,
    ),
    Kind("DynastyGameStarted", 1, dynasty_events.DynastyGameStarted, {"number": COUNT, "game": ID}),
    Kind(
        "DynastyGameScored",
        1,
        dynasty_events.DynastyGameScored,
        {"number": COUNT, "points": array(POINTS), "ranking": RANKING},
    ),
    Kind(
        "DynastyDecided",
        1,
        dynasty_events.DynastyDecided,
        {"totals": array(POINTS), "winners": array(SEAT)},
    ),
    Kind("DynastyAborted", 1, dynasty_events.DynastyAborted, {}),
)

KINDS: Mapping[str, Kind] = MappingProxyType({kind.name: kind for kind in _KINDS})
"""Every type of event by its stored name."""

_KIND_OF_CLASS = {kind.cls: kind for kind in _KINDS}

_FORMS: dict[str, Form[Any]] = {
    kind.name: record(kind.make or kind.cls, {**kind.data, **({"seat": SEAT} if kind.seated else {})})
    for kind in _KINDS
}


def _before_origins(data: Data) -> Data:
    """GameScored 2 counts what Origins scores; before it there was the base game only, with none of it."""
    nothing = {"resources": 0, "totems": 0, "cavemen": 0}
    if any(nothing.keys() & score.keys() for score in data["scores"]):
        raise CodecError("log/data", f"GameScored: schema 1 has no {', '.join(nothing)}")
    return {**data, "scores": [{**score, **nothing} for score in data["scores"]]}


UPCASTERS: Mapping[tuple[str, int], Upcaster] = MappingProxyType({("GameScored", 1): _before_origins})
"""For a type and an old schema version, how its data becomes that of the next version."""


def encode(event: Event) -> tuple[Kind, int | None, Data]:
    """The event's kind, its seat for the envelope or None, and its data."""
    kind = _KIND_OF_CLASS[type(event)]
    data = _FORMS[kind.name].write(event)
    seat = data.pop("seat") if kind.seated else None
    return kind, seat, data


def decode(stored: StoredEvent, upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS) -> Event:
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
        return cast("Event", _FORMS[kind.name].read(data))
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


class OtherKind(TypeError):  # noqa: N818 - what it is, not what went wrong
    """The stream is not of the kind that was asked for: a dynasty instead of a game, or the reverse."""


def first(event: Event, kind: type[E]) -> E:
    """The event, as that with which this kind of stream begins; raises `OtherKind` or another TypeError."""
    if isinstance(event, kind):
        return event
    text = f"it begins with {type(event).__name__}, not with {kind.__name__}"
    raise OtherKind(text) if isinstance(event, FIRST) else TypeError(text)
