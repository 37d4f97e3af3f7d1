"""Variations: alternative placements follow the rules and score as the rules do (R6-R30)."""

from collections.abc import Iterable

import pytest

from kingdomino.analysis.variation import CODES, Variation
from kingdomino.board.camp import Resource
from kingdomino.board.grid import Square
from kingdomino.board.notation import parse_placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.commands import Choose, Discard, Place
from kingdomino.game.origins_commands import GiveTotem, PutFire
from kingdomino.rules import Mode
from kingdomino.rules.violations import RuleViolation
from tests.drawing import format_kingdom, territory
from tests.games import begun, placing

TO_PLACE = begun(4, dominoes=[24, 36, 47, 48, 1, 2, 3, 4]).chooses(24, 36, 47, 48).game
"""Seat 0 has to place domino 24 (forest with a crown, wheat); 1, 2, 3, 4 are on offer."""

UNSEEN = frozenset(map(DominoNumber, range(1, 49))) - {24, 36, 47, 48, 1, 2, 3, 4}

BARE = territory("##", "##")
FISH = territory("## L0", "## fi")
HELD = (None, Seat(0), None, None)
VOLCANO = placing(28, FISH, BARE, BARE, mode=Mode.TOTEM, totems=HELD)
"""Seat 0 has the only fish and its totem, and has to place a desert with a volcano of one crater."""


def of(game: Game, seat: int = 0, unseen: Iterable[DominoNumber] = UNSEEN) -> Variation:
    """The variation of a seat, without a move."""
    return Variation.begin(game, Seat(seat), unseen)


def places(variation: Variation, *texts: str) -> Variation:
    """The variation after these placements, written as in `24@1,0e`."""
    for text in texts:
        variation = variation.play(Place(parse_placement(text)))
    return variation


def refusal(variation: Variation, *texts: str) -> str:
    """The code with which the last of these placements is refused; the others are legal."""
    *first, last = texts
    here = places(variation, *first)
    with pytest.raises(RuleViolation) as refused:
        places(here, last)
    return refused.value.code


def test_dominoes_follow_each_other_on_any_seat() -> None:
    """A seat that is not to act can try the domino held, one on offer and one not yet dealt."""
    lain = places(of(TO_PLACE, 2), "24@1,0e", "3@0,1n", "48@-1,0w")
    assert format_kingdom(lain.kingdom) == "24@1,0e 3@0,1n 48@-1,0w"
    assert lain.score.total == 1 + 3
    assert lain.dominoes == of(TO_PLACE, 2).dominoes - {24, 3, 48}
    assert lain.left == 9


def test_the_game_is_what_it_was() -> None:
    """A variation changes neither other kingdoms nor the game that it began from."""
    before = TO_PLACE
    lain = places(of(TO_PLACE), "24@1,0e")
    assert before == TO_PLACE
    assert lain.game.kingdoms[1:] == TO_PLACE.kingdoms[1:]


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("placement/occupied", ["24@0,0e"]),
        ("placement/too-large", ["24@4,0e"]),
        ("placement/no-match", ["24@2,2e"]),
        ("variation/domino", ["24@1,0e", "24@0,1n"]),
    ],
)
def test_what_does_not_fit_is_refused(code: str, texts: list[str]) -> None:
    """Refusals have the rules' own code; a domino can be tried only once."""
    assert refusal(of(TO_PLACE), *texts) == code


def test_what_was_dealt_and_is_gone_is_not_to_be_had() -> None:
    """Only dominoes of the lines and undealt ones can be tried."""
    known = of(TO_PLACE, unseen=UNSEEN - {30})
    assert refusal(known, "30@1,0e") == "variation/domino"
    with pytest.raises(RuleViolation, match="variation/domino"):
        known.moves(DominoNumber(30))


def test_nobody_gets_more_dominoes_than_in_the_game() -> None:
    """After the last domino that a seat gets, placed or discarded, nothing can be tried."""
    over = begun(2, dominoes=range(1, 25)).plays()
    assert of(over.game).left == 0
    assert refusal(of(over.game), "30@1,0e") == "variation/over"
    assert set(CODES) == {"variation/over", "variation/domino"}


def test_nothing_is_chosen_in_a_variation() -> None:
    """A variation only places dominoes; a choice is refused."""
    with pytest.raises(RuleViolation, match="turn/wrong-action"):
        of(TO_PLACE).play(Choose(DominoNumber(1)))


def test_a_domino_that_fits_is_not_discarded() -> None:
    """R10 holds in a variation too."""
    with pytest.raises(RuleViolation, match="discard/placeable"):
        of(TO_PLACE).play(Discard(DominoNumber(24)))
    assert all(isinstance(move, Place) for move in of(TO_PLACE).moves(DominoNumber(24)))


def test_a_volcano_wants_its_fire_before_anything_else() -> None:
    """Nothing else is legal before the fire, which burns a resource and loses its totem (R23, R26, R27)."""
    here = of(VOLCANO.game)
    erupting = places(here, "28@0,1n")
    assert erupting.due
    fires = erupting.moves()
    assert fires == erupting.moves(DominoNumber(1))
    assert PutFire(Square(1, 0)) in fires
    assert refusal(erupting, "1@-1,0w") == "turn/wrong-action"
    before = here.score
    assert (before.resources, before.totems) == (1, 4)
    burnt = erupting.play(PutFire(Square(1, 0)))
    assert (burnt.score.resources, burnt.score.totems) == (0, 0)
    assert burnt.score.total == 1
    assert not burnt.due


def test_a_fire_that_is_due_in_the_game_is_due_in_the_variation_of_its_seat() -> None:
    """The seat's own variation begins in the middle of the turn; another seat's begins with a domino."""
    erupting = VOLCANO.places("28@0,1n").game
    assert of(erupting).due
    assert not of(erupting, 1).due
    assert places(of(erupting, 1), "1@1,0e").left == of(erupting, 1).left - 1


def test_a_lost_totem_is_given_away() -> None:
    """If several others have most of the resource, the former holder decides who gets the totem (R27)."""
    held = placing(28, FISH, FISH, FISH, mode=Mode.TOTEM, totems=HELD).game
    burnt = places(of(held), "28@0,1n").play(PutFire(Square(1, 0)))
    assert burnt.moves() == [GiveTotem(Resource.FISH, Seat(1)), GiveTotem(Resource.FISH, Seat(2))]
    given = burnt.play(burnt.moves()[1])
    assert given.game.shared.totems[1] == 2
    assert not given.due


def test_seats_that_nobody_plays_on_for_are_tried_like_others() -> None:
    """The automatic moves of an idle seat (R32) do not apply in a variation."""
    lands = (BARE, BARE, BARE)
    idle = placing(48, *lands).game._replace(left=(Seat(0),), idle=(Seat(0),))
    assert places(of(idle), "48@1,0e").due
