"""Schemas of moves, and their conversion to and from the rules' commands."""

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.grid import UNLIMITED_REACH, Direction, Square
from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.table import Origin
from service.shared.fields import ShortList, Strict, WholeNumber, Word


def _domino(*, required: bool = True) -> WholeNumber:
    told = {"description": "Number of the domino."}
    return WholeNumber(required=required, validate=validate.Range(1, len(DOMINOES)), metadata=told)


def _coordinate() -> WholeNumber:
    return WholeNumber(required=True, validate=validate.Range(-UNLIMITED_REACH, UNLIMITED_REACH))


def _square() -> fields.Field[Any]:
    return ShortList(_coordinate(), validate.Length(equal=2))


class PlaceMove(Strict):
    """Lay the domino under your king: its first half at (x, y), the second one step in `direction`."""

    type = fields.String(required=True, validate=validate.Equal("place"))
    domino = _domino()
    x = _coordinate()
    y = _coordinate()
    direction = Word(Direction, required=True)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return Place(Placement(DominoNumber(data["domino"]), data["x"], data["y"], data["direction"]))


class DiscardMove(Strict):
    """Give up the domino under your king, which fits nowhere."""

    type = fields.String(required=True, validate=validate.Equal("discard"))
    domino = _domino()

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return Discard(DominoNumber(data["domino"]))


class ChooseMove(Strict):
    """Put your king on a free domino of the line to choose from: name one `domino`.

    With two players in Origins, both chiefs choose from the first line at once: name two `dominoes` instead.
    """

    type = fields.String(required=True, validate=validate.Equal("choose"))
    domino = _domino(required=False)
    dominoes = ShortList(_domino(), validate.Length(equal=2))

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        if ("domino" in data) == ("dominoes" in data):
            raise ValidationError("Name one domino, or two as dominoes.", "domino")
        if "domino" in data:
            return Choose(DominoNumber(data["domino"]))
        first, second = map(DominoNumber, data["dominoes"])
        return ChoosePair((first, second))


class FireMove(Strict):
    """Origins: put the volcano's fire on a square of yours."""

    type = fields.String(required=True, validate=validate.Equal("fire"))
    x = _coordinate()
    y = _coordinate()

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return PutFire(Square(data["x"], data["y"]))


class TotemMove(Strict):
    """Origins: give a totem that you have lost to one of the players who tie for most of its resource."""

    type = fields.String(required=True, validate=validate.Equal("totem"))
    resource = Word(Resource, required=True)
    seat = WholeNumber(required=True, validate=validate.Range(0, 3))

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return GiveTotem(data["resource"], Seat(data["seat"]))


class RecruitMove(Strict):
    """Origins: pay for a caveman with the resources on these squares, [[x, y], …].

    2 different ones for a tile of the board, 4 for any tile of the stack.
    """

    type = fields.String(required=True, validate=validate.Equal("recruit"))
    source = Word(Origin, required=True, data_key="from")
    pay = ShortList(_square(), validate.Length(2, 4), required=True)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return Recruit(data["source"], tuple(Square(x, y) for x, y in data["pay"]))


class TakeMove(Strict):
    """Origins: take the caveman you have paid for."""

    type = fields.String(required=True, validate=validate.Equal("take"))
    caveman = Word(Caveman, required=True)

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return TakeCaveman(data["caveman"])


class PutMove(Strict):
    """Origins: put the caveman you have taken on a square of yours."""

    type = fields.String(required=True, validate=validate.Equal("put"))
    x = _coordinate()
    y = _coordinate()

    @post_load
    def make(self, data: dict[str, Any], **_: Any) -> Command:
        """The command."""
        return PutCaveman(Square(data["x"], data["y"]))


class PassMove(Strict):
    """Origins: do not recruit."""

    type = fields.String(required=True, validate=validate.Equal("pass"))

    @post_load
    def make(self, _: dict[str, Any], **__: Any) -> Command:
        """The command."""
        return Pass()


MOVES: Mapping[str, Schema] = {
    "place": PlaceMove(),
    "discard": DiscardMove(),
    "choose": ChooseMove(),
    "fire": FireMove(),
    "totem": TotemMove(),
    "recruit": RecruitMove(),
    "take": TakeMove(),
    "put": PutMove(),
    "pass": PassMove(),
}
"""The schema of each type of move, shared by all requests: creating it costs more than using it."""


class MoveSchema(Schema):
    """A move: one of `MOVES`, distinguished by its `type`. Loads and dumps commands of the rules."""

    WRONG = "the move has wrong values"

    def load(self, data: Any, **_: Any) -> Command:
        """The command of a move in JSON; raises `ValidationError`."""
        kind = data.get("type") if isinstance(data, dict) else None
        schema = MOVES.get(kind) if isinstance(kind, str) else None
        if schema is None:
            raise ValidationError({"type": [f"Must be one of: {', '.join(MOVES)}."]})
        command: Command = schema.load(data)
        return command

    def dump(self, obj: Command, **_: Any) -> dict[str, Any]:
        """The JSON of a command, in the form that `load` accepts."""
        return _DUMPS[type(obj)](obj)


def _place(command: Place) -> dict[str, Any]:
    domino, x, y, direction = command.placement
    return {"type": "place", "domino": domino, "x": x, "y": y, "direction": direction.value}


_DUMPS: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    Place: _place,
    Discard: lambda move: {"type": "discard", "domino": move.domino},
    Choose: lambda move: {"type": "choose", "domino": move.domino},
    ChoosePair: lambda move: {"type": "choose", "dominoes": list(move.dominoes)},
    PutFire: lambda move: {"type": "fire", "x": move.square.x, "y": move.square.y},
    GiveTotem: lambda move: {"type": "totem", "resource": move.resource.value, "seat": move.to},
    Recruit: lambda move: {
        "type": "recruit",
        "from": move.source.value,
        "pay": [list(square) for square in move.squares],
    },
    TakeCaveman: lambda move: {"type": "take", "caveman": move.caveman.value},
    PutCaveman: lambda move: {"type": "put", "x": move.square.x, "y": move.square.y},
    Pass: lambda _: {"type": "pass"},
}
