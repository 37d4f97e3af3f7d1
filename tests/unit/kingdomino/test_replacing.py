"""The functions that replace some fields of a named tuple."""

import pytest

from kingdomino.game import Game, Stage, laid, offered, to_act
from kingdomino.kingdom import Kingdom
from kingdomino.numbers import Seat
from kingdomino.replacing import replacer
from kingdomino.rules import Rules


def test_they_do_what_replacing_by_name_does() -> None:
    """What is not named stays as it was, and so does the game they were asked of."""
    kingdoms = (Kingdom.empty(5),) * 2
    game = Game(Rules(), 2, kingdoms)
    assert to_act(game, Stage.PLACE, Seat(1)) == game._replace(stage=Stage.PLACE, mover=Seat(1))
    assert laid(game, kingdoms[::-1], ()) == game._replace(kingdoms=kingdoms[::-1], line=())
    assert offered(game, ()) == game._replace(next_line=())
    assert game == Game(Rules(), 2, kingdoms)
    assert type(to_act(game, Stage.PLACE, None)) is Game


def test_a_field_that_there_is_not() -> None:
    """It is refused where the function is made."""
    with pytest.raises(ValueError, match="Game has no field moved, turned"):
        replacer(Game, "turned", "stage", "moved")
