"""What the kernel does not play it refuses, before anything is read or written."""

import random

import pytest

from kingdomino.board.numbers import DominoNumber
from kingdomino.game.chance import Chance
from kingdomino.kernel.playing import play_games
from kingdomino.kernel.tables import Position, plays
from kingdomino.rules import GameKind, Rules
from tests.games import begun, seats

ORIGINS, NO_LIMIT = Rules(game=GameKind.ORIGINS), Rules(no_limit=True)


def test_it_knows_what_it_plays() -> None:
    """The base game with a limit."""
    assert plays(Rules())
    assert plays(Rules(mighty_duel=True))
    assert not plays(ORIGINS)
    assert not plays(NO_LIMIT)


@pytest.mark.parametrize("rules", [ORIGINS, NO_LIMIT], ids=["origins", "no limit"])
def test_other_games_are_refused(rules: Rules) -> None:
    """With one sentence, wherever they come in; the generator stays as it was."""
    generator = random.Random(1)  # noqa: S311
    before = generator.getstate()
    with pytest.raises(ValueError, match="base game with a limit"):
        play_games(rules, [(0, 0)] * 3, 1, generator)
    assert generator.getstate() == before
    with pytest.raises(ValueError, match="base game with a limit"):
        Position.of(begun(3, rules).game)


@pytest.mark.parametrize("number", [-1, 4, 1000])
def test_a_move_that_is_not_there_is_refused(number: int) -> None:
    """And leaves the position as it was."""
    position = Position.of(begun(4).game)
    with pytest.raises(IndexError, match="4 legal moves"):
        position.play(number)
    assert len(position.legal()) == 4


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ((1, 1), "each of its dominoes once"),
        ((49,), "each of its dominoes once"),
        ((1, 2), "from 2 dominoes"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(numbers: tuple[int, ...], message: str) -> None:
    """Doubled, unknown or missing dominoes."""
    with pytest.raises(ValueError, match=message):
        Position.start(Rules(), 4, Chance(tuple(map(DominoNumber, numbers)), seats(0, 1, 2, 3)))


@pytest.mark.parametrize("styles", [[(0, 0)], [(0, 0)] * 5, [(2, 0), (0, 0)], [(0, -1), (0, 0)]])
def test_styles_and_players_are_checked(styles: list[tuple[int, int]]) -> None:
    """2 to 4 policies, each placing and choosing in a way that there is."""
    with pytest.raises(ValueError, match=r"players|style"):
        play_games(Rules(), styles, 1, random.Random(1))  # noqa: S311
