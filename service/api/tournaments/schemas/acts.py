"""Schemas of acts, made from their registry: one for each type."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import Schema, ValidationError, fields, validate

from replays.events.regulations import MOST_POINTS, Code
from replays.events.tournament_events import (
    LATEST_VERSION,
    MOST_ENTRANTS,
    MOST_GAMES,
    MOST_ROUNDS,
    MOST_TABLES,
)
from replays.tournament.deciding.directing import MOST_REASON
from service.api.tournaments.schemas.entering import LONGEST_ID
from service.application.tournaments.acts import ACTS, ActKind, MemberForm
from service.shared.fields import Flag, ShortList, ShortText, Strict, WholeNumber, Word

LATEST = 2**53 - 1
"""The latest moment."""


class GameField(fields.Field[int | str]):
    """A game of the tournament, by its number or its id."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int | str:
        if isinstance(value, str) and 1 <= len(value) <= LONGEST_ID:
            return value
        if type(value) is int and 1 <= value <= MOST_GAMES:
            return value
        raise ValidationError("Not the number of a game, nor its id.")


def _number(most: int, least: int = 1) -> Callable[..., WholeNumber]:
    return lambda **told: WholeNumber(validate=validate.Range(least, most), **told)


def _list(item: Callable[..., fields.Field[Any]], most: int, least: int = 1) -> Callable[..., ShortList]:
    return lambda **told: ShortList(item(), validate.Length(least, most), **told)


_GAME_SHAPE = {"anyOf": [{"type": "integer", "minimum": 1, "maximum": MOST_GAMES}, {"type": "string"}]}


def _game(metadata: Mapping[str, Any] | None = None, **told: Any) -> GameField:
    return GameField(metadata={**_GAME_SHAPE, **(metadata or {})}, **told)


_ENTRANT = _number(MOST_ENTRANTS)

FIELDS: Mapping[MemberForm, Callable[..., fields.Field[Any]]] = {
    MemberForm.ENTRANT: _ENTRANT,
    MemberForm.ENTRANTS: _list(_ENTRANT, MOST_ENTRANTS),
    MemberForm.PLAYER: lambda **told: fields.String(validate=validate.Length(1, LONGEST_ID), **told),
    MemberForm.ROUND: _number(MOST_ROUNDS),
    MemberForm.GAME: _game,
    MemberForm.GAMES: _list(_game, MOST_TABLES),
    MemberForm.PLACES: _list(_number(4), 4, 2),
    MemberForm.POINTS: _list(_number(MOST_POINTS, 0), 4, 2),
    MemberForm.TABLES: _list(_list(_ENTRANT, 4, 2), MOST_TABLES),
    MemberForm.VERSION: _number(LATEST_VERSION),
    MemberForm.MOMENT: _number(LATEST, 0),
    MemberForm.FLAG: Flag,
}
"""The field of each form."""


class AnyAct(Strict):
    """What all acts have: a code and a reason."""

    code = Word(
        Code,
        load_default=Code.OTHER,
        metadata={"description": "Occasion of the act, after the FIDE Handbook, C.05."},
    )
    reason = ShortText(
        MOST_REASON, {"minLength": 1, "description": "Reason, which is public."}, required=True
    )


class LoadedAct(NamedTuple):
    """An act of a request: its type, code and reason, and its other members."""

    kind: ActKind
    code: Code
    reason: str
    members: Mapping[str, Any]


def _schema(kind: ActKind) -> Schema:
    made: dict[str, fields.Field[Any]] = {
        "type": fields.String(required=True, validate=validate.Equal(kind.name))
    }
    for each in kind.members:
        made[each.name] = FIELDS[each.form](required=each.required, metadata={"description": each.about})
    name = "".join(part.capitalize() for part in kind.name.split("-"))
    return AnyAct.from_dict(made, name=f"{name}Act")()


SCHEMAS: Mapping[str, Schema] = {name: _schema(kind) for name, kind in ACTS.items()}
"""The schema of each type of act, shared by all requests."""


class ActSchema(Schema):
    """An act: one of the registry, distinguished by its `type`."""

    WRONG = "the act has wrong values"

    def load(self, data: Any, **_: Any) -> LoadedAct:
        """The act of a request; raises `ValidationError`."""
        name = data.get("type") if isinstance(data, dict) else None
        schema = SCHEMAS.get(name) if isinstance(name, str) else None
        if schema is None:
            raise ValidationError({"type": [f"Must be one of: {', '.join(SCHEMAS)}."]})
        members: dict[str, Any] = schema.load(data)
        kind = ACTS[members.pop("type")]
        return LoadedAct(kind, members.pop("code"), members.pop("reason"), members)
