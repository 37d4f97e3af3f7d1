"""The kernel refuses what it does not play, before it reads or writes anything."""

import random
from collections.abc import Callable

import pytest

from kingdomino.board.kingdom import EAST, Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Slot
from kingdomino.game.chance import Chance
from kingdomino.kernel.playing import play_games
from kingdomino.kernel.tables import Position, plays
from kingdomino.rules import GameKind, Rules
from tests.games import begun, seats

ORIGINS, NO_LIMIT = Rules(game=GameKind.ORIGINS), Rules(no_limit=True)


def test_it_knows_what_it_plays() -> None:
    """The kernel plays the base game with a limit, and nothing else."""
    assert plays(Rules())
    assert plays(Rules(mighty_duel=True))
    assert not plays(ORIGINS)
    assert not plays(NO_LIMIT)


@pytest.mark.parametrize("rules", [ORIGINS, NO_LIMIT], ids=["origins", "no limit"])
def test_other_games_are_refused(rules: Rules) -> None:
    """Every entry point refuses with the same sentence; the generator stays as it was."""
    generator = random.Random(1)  # noqa: S311
    before = generator.getstate()
    with pytest.raises(ValueError, match="base game with a limit"):
        play_games(rules, [(0, 0)] * 3, 1, generator)
    assert generator.getstate() == before
    with pytest.raises(ValueError, match="base game with a limit"):
        Position.of(begun(3, rules).game)


@pytest.mark.parametrize("number", [-1, 4, 1000])
def test_a_move_that_is_not_there_is_refused(number: int) -> None:
    """The error names the number of legal moves, and the position stays as it was."""
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
    """A deck with repeated, unknown or missing dominoes is refused."""
    with pytest.raises(ValueError, match=message):
        Position.start(Rules(), 4, Chance(tuple(map(DominoNumber, numbers)), seats(0, 1, 2, 3)))


@pytest.mark.parametrize("styles", [[(0, 0)], [(0, 0)] * 5, [(4, 0), (0, 0)], [(0, -1), (0, 0)]])
def test_styles_and_players_are_checked(styles: list[tuple[int, int]]) -> None:
    """There must be 2 to 4 policies, each with a known style of placing and choosing."""
    with pytest.raises(ValueError, match=r"players|style"):
        play_games(Rules(), styles, 1, random.Random(1))  # noqa: S311


def _lying(game: Game, *placements: Placement) -> Game:
    """The game with these placements in the first kingdom, legal or not."""
    kingdoms = (game.kingdoms[0]._replace(placements=placements), *game.kingdoms[1:])
    return game._replace(kingdoms=kingdoms)


def _placement(domino: int, x: int, y: int) -> Placement:
    return Placement(DominoNumber(domino), x, y, EAST)


def _standing(game: Game, domino: int, seat: int | None) -> Game:
    """The game with this domino on the line, in place of the first."""
    slot = Slot(DominoNumber(domino), None if seat is None else Seat(seat))
    return game._replace(line=(*game.line[1:], slot))


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda game: _lying(game, _placement(48, 10_000, 0)), "columns or rows"),
        (lambda game: _lying(game, _placement(48, 4, 0)), "columns or rows"),
        (lambda game: _lying(game, _placement(48, 1, 0), _placement(47, 2, 0)), "covers a square twice"),
        (lambda game: _lying(game, _placement(48, 0, 0)), "covers a square twice"),
        (lambda game: _lying(game, _placement(49, 1, 0)), "none of 1 to 48"),
        (lambda game: _lying(game, _placement(0, 1, 0)), "none of 1 to 48"),
        (lambda game: _lying(game, _placement(48, 1, 0), _placement(48, 1, 1)), "twice"),
        (lambda game: _standing(game, 48, 4), "a seat is none of"),
        (lambda game: _standing(game, 48, -2), "a seat is none of"),
        (lambda game: _standing(game, 200, None), "none of 1 to 48"),
        (lambda game: game._replace(mover=Seat(7)), "a seat is none of"),
        (lambda game: game._replace(left=(Seat(40),)), "a seat is none of"),
        (lambda game: game._replace(line=game.line * 20), "twice"),
        (lambda game: game._replace(line=()), "too few dominoes"),
        (lambda game: game._replace(kingdoms=game.kingdoms[:2]), "2 kingdoms"),
    ],
)
def test_a_position_that_no_play_leads_to_is_refused(broken: Callable[[Game], Game], message: str) -> None:
    """C code would write beyond its boards, so the kernel does not trust its caller."""
    game = begun(4).game
    with pytest.raises(ValueError, match=message):
        Position.of(broken(game))
