"""Moves of the API: each stands for one command, and long lists are sampled."""

from typing import Any, get_args

import pytest

from harness.play.moves import command
from kingdomino.board.camp import Caveman, Resource
from kingdomino.board.grid import Square
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.commands import Command
from kingdomino.game.origins_commands import (
    ChoosePair,
    GiveTotem,
    OriginsCommand,
    Pass,
    PutCaveman,
    PutFire,
    Recruit,
    TakeCaveman,
)
from kingdomino.game.table import Origin
from kingdomino.machine import legal_commands
from kingdomino.rules import GameKind, Mode, Rules
from service.api.games.moves import LONGEST_LIST, some_of
from service.api.games.schemas.moves import MoveSchema
from tests.games import begun

MOVE = MoveSchema()


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_listed_is_what_is_understood(mode: Mode, players: int) -> None:
    """Every command of a game becomes a move, and each way of reading it gives the same command."""
    played = begun(players, Rules(game=GameKind.ORIGINS, mode=mode), kings=sorted([*range(players)] * 2)[:4])
    while commands := legal_commands(played.game):
        for one in {type(one): one for one in commands}.values():
            assert MOVE.load(MOVE.dump(one)) == one == command(MOVE.dump(one))
        played = played.does(commands[len(commands) // 2])


SPELLINGS: list[tuple[Command, dict[str, Any]]] = [
    (ChoosePair((DominoNumber(3), DominoNumber(41))), {"type": "choose", "dominoes": [3, 41]}),
    (PutFire(Square(1, -2)), {"type": "fire", "x": 1, "y": -2}),
    (GiveTotem(Resource.FISH, Seat(2)), {"type": "totem", "resource": "fish", "seat": 2}),
    (
        Recruit(Origin.BOARD, (Square(1, 0), Square(-2, 3))),
        {"type": "recruit", "from": "board", "pay": [[1, 0], [-2, 3]]},
    ),
    (TakeCaveman(Caveman.FIRE_KEEPER), {"type": "take", "caveman": "fire_keeper"}),
    (PutCaveman(Square(0, 4)), {"type": "put", "x": 0, "y": 4}),
    (Pass(), {"type": "pass"}),
]
"""Every command of Origins, and its move as the contract spells it."""


@pytest.mark.parametrize(("one", "move"), SPELLINGS)
def test_moves_are_spelled_as_the_contract_says(one: Command, move: dict[str, Any]) -> None:
    """Both directions agree, also for moves that are rare in random games."""
    assert MOVE.dump(one) == move
    assert MOVE.load(move) == one == command(move)


def test_every_command_of_origins_is_spelled() -> None:
    """The list above has every command type."""
    assert {type(one) for one, _ in SPELLINGS} == set(get_args(OriginsCommand))


def payments(number: int) -> list[Command]:
    """Return this many payments, and the pass."""
    return [*(Recruit(Origin.STACK, (Square(x, 0),)) for x in range(number)), Pass()]


@pytest.mark.slow
@pytest.mark.parametrize("number", [LONGEST_LIST, LONGEST_LIST + 1, 598, 599, 1154, 5000])
def test_a_list_that_is_too_long(number: int) -> None:
    """The listed moves are a sample of the whole list in order, the pass included."""
    commands = payments(number)
    listed = some_of(commands)
    assert LONGEST_LIST // 2 <= len(listed) <= LONGEST_LIST
    assert listed == sorted(listed, key=commands.index)
    assert (listed[0], listed[-1]) == (commands[0], Pass())


def test_a_list_that_is_long_enough() -> None:
    """Below the limit every command is listed."""
    assert some_of(payments(LONGEST_LIST - 1)) == payments(LONGEST_LIST - 1)
    assert some_of([]) == []
