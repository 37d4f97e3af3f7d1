"""Functions that replace some fields of a named tuple."""

import pytest

from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.kingdom import Kingdom, LegalPlacements
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.board.replacing import places
from kingdomino.game import Game, Stage, laid, offered, to_act
from kingdomino.rules import Rules

COVERED = ("placements", "free", "touch", "terrains", "crowns")
"""The fields that placing a domino changes."""


def test_they_do_what_replacing_by_name_does() -> None:
    """The other fields stay as they were, and so does the original game."""
    kingdoms = (Kingdom.empty(5),) * 2
    game = Game(Rules(), 2, kingdoms)
    assert to_act(game, Stage.PLACE, Seat(1)) == game._replace(stage=Stage.PLACE, mover=Seat(1))
    assert laid(game, kingdoms[::-1], ()) == game._replace(kingdoms=kingdoms[::-1], line=())
    assert offered(game, ()) == game._replace(next_line=())
    assert game == Game(Rules(), 2, kingdoms)
    assert type(to_act(game, Stage.PLACE, None)) is Game


def test_covering_squares_does_what_replacing_by_name_does() -> None:
    """A kingdom with a domino placed keeps all other fields."""
    empty = Kingdom.empty(5)
    laid_out = empty.place(LegalPlacements(empty, DOMINOES[DominoNumber(1)])[0])
    assert type(laid_out) is Kingdom
    assert laid_out._replace(**{name: getattr(empty, name) for name in COVERED}) == empty


def test_a_field_that_there_is_not() -> None:
    """An unknown field is refused when the indices are looked up."""
    with pytest.raises(ValueError, match="not in tuple"):
        places(Game, "stage", "moved")
