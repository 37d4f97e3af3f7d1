"""Moves in the API's form: what makes two equal, their commands in the rules, and arbitrary moves."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.dominoes import DominoSet
from kingdomino.board.grid import Direction, Square
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

Json = Mapping[str, Any]

REACH = 5
"""The board of a 5x5 kingdom is 9x9, with 4 squares to each side of the castle; tests also try one more."""

DIRECTIONS = {str(direction.value): direction for direction in Direction}


def command(move: Json) -> Command:
    """The command of the rules for a move."""
    return _COMMANDS[move["type"]](move)


def _choose(move: Json) -> Command:
    if "domino" in move:
        return Choose(DominoNumber(move["domino"]))
    one, two = move["dominoes"]
    return ChoosePair((DominoNumber(one), DominoNumber(two)))


def _place(move: Json) -> Command:
    domino = DominoNumber(move["domino"])
    return Place(Placement(domino, move["x"], move["y"], DIRECTIONS[move["direction"]]))


_COMMANDS: Mapping[str, Callable[[Json], Command]] = {
    "place": _place,
    "discard": lambda move: Discard(DominoNumber(move["domino"])),
    "choose": _choose,
    "fire": lambda move: PutFire(Square(move["x"], move["y"])),
    "totem": lambda move: GiveTotem(Resource(move["resource"]), Seat(move["seat"])),
    "recruit": lambda move: Recruit(Origin(move["from"]), tuple(Square(x, y) for x, y in move["pay"])),
    "take": lambda move: TakeCaveman(Caveman(move["caveman"])),
    "put": lambda move: PutCaveman(Square(move["x"], move["y"])),
    "pass": lambda _: Pass(),
}


def identity(move: Json, known: DominoSet) -> tuple[Any, ...]:
    """The effect of a move, independent of its spelling.

    For a placement it is the face on each square, so that a turned double is equal; two dominoes, or squares
    to pay with, are equal in any order.
    """
    if move["type"] == "place":
        return _covering(move, known)
    return tuple(
        frozenset(tuple(part) if isinstance(part, list) else part for part in value)
        if isinstance(value, list)
        else value
        for _, value in sorted(move.items())
    )


def _covering(move: Json, known: DominoSet) -> tuple[Any, ...]:
    domino = known[DominoNumber(move["domino"])]
    direction = DIRECTIONS[move["direction"]]
    x, y = move["x"], move["y"]
    return move["domino"], frozenset({(x, y, domino.a), (x + direction.dx, y + direction.dy, domino.b)})


def any_move(domino: int, types: Sequence[str], random: Random) -> Json:
    """Any move, with this domino if it names one; half of the moves have one of these types.

    Most of the others are placements, as are most of all possible moves.
    """
    kind = random.choices(list(_ANY), [9, *[1] * 9])[0]
    if random.random() < 0.5:
        kind = random.choice([name for name in _ANY if name.partition(" ")[0] in types])
    return {"type": kind.partition(" ")[0], **_ANY[kind](domino, random)}


def _at(random: Random) -> Json:
    return {"x": random.randint(-REACH, REACH), "y": random.randint(-REACH, REACH)}


def _pay(random: Random) -> list[list[int]]:
    number = random.randint(2, 4)
    return [[random.randint(-REACH, REACH), random.randint(-REACH, REACH)] for _ in range(number)]


_ANY: Mapping[str, Callable[[int, Random], Json]] = {
    "place": lambda domino, r: {"domino": domino, **_at(r), "direction": r.choice(list(DIRECTIONS))},
    "discard": lambda domino, _: {"domino": domino},
    "choose": lambda domino, _: {"domino": domino},
    "choose pair": lambda domino, r: {"dominoes": [domino, r.randint(1, 48)]},
    "fire": lambda _, r: _at(r),
    "totem": lambda _, r: {"resource": r.choice(list(Resource)).value, "seat": r.randint(0, 3)},
    "recruit": lambda _, r: {"from": r.choice(list(Origin)).value, "pay": _pay(r)},
    "take": lambda _, r: {"caveman": r.choice(list(Caveman)).value},
    "put": lambda _, r: _at(r),
    "pass": lambda _, __: {},
}
"""The other members of each kind of move, besides its type."""
