"""The tutorial's lessons: moves and gains are those of the rules."""

from itertools import islice, pairwise
from random import Random

import pytest

from harness.games import seeded
from kingdomino.game.commands import Choose, Discard, Place
from kingdomino.transcript.tokens import format_command
from service.pages.help.lessons import (
    IN_HAND,
    LESSONS,
    OFFER,
    RIVAL,
    Lesson,
    LessonPosition,
    Untaught,
    position,
)

ALONG = ("17@1,0e", "32@-1,0w", "28@0,1n", ">42")
"""Moves through the first four lessons."""


def walked(random: Random) -> list[LessonPosition]:
    """Every position of a path of random legal moves to the end."""
    positions, tokens = [position([])], list[str]()
    while positions[-1].lesson is not None:
        tokens.append(format_command(random.choice(list(positions[-1].moves))))
        positions.append(position(tokens))
    return positions


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_whatever_one_does_is_taught_to_the_end(seed: int) -> None:
    """Every path of legal moves leads through all lessons; the last one is a discard."""
    positions = walked(seeded(seed))
    assert [each.lesson for each in positions] == [*LESSONS, None]
    kinds = [type(each.moves[0]) for each in positions[:-1]]
    assert kinds == [Place, Place, Place, Choose, Place, Discard]
    assert len(positions[-2].moves) == 1
    assert positions[-1].kingdom.discarded == (IN_HAND[Lesson.DISCARD],)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_move_is_told_by_what_it_brings(seed: int) -> None:
    """The gain is the difference of points, and at most that of the best legal move."""
    positions = walked(seeded(seed))
    for before, after in islice(pairwise(positions), 2):
        assert after.gain == after.score.total - before.score.total
        assert after.best is not None
        assert 0 <= after.gain <= after.best


def test_each_lesson_has_what_it_teaches() -> None:
    """Crowns can score, the rival has already chosen, and the limit leaves few placements."""
    crowns, choice, limit = (position(ALONG[:number]) for number in (2, 3, 4))
    assert (choice.best or 0) > 0
    assert {slot.seat for slot in choice.game.next_line} == {None, RIVAL}
    assert len(choice.moves) == len(OFFER) - 1
    assert len(limit.moves) < len(crowns.moves)
    assert all(position([*ALONG[:3], format_command(move)]).moves for move in choice.moves)


@pytest.mark.parametrize(
    ("tokens", "says"),
    [
        (["x"], "move 1, x: "),
        (["17@3,3e"], "move 1, 17@3,3e: no half"),
        (["16@1,0e"], "domino 17 is to be placed"),
        ([">10"], "move 1, >10: "),
        ([*ALONG[:3], ">31"], "move 4, >31: "),
        ([*ALONG, "42@3,0e"], "move 5, 42@3,0e: with (3, 0) the kingdom would be larger"),
        ([*ALONG, "42@0,-2e", "46x", "46x"], "comes after them"),
    ],
)
def test_what_is_no_move_is_refused_in_words(tokens: list[str], says: str) -> None:
    """Unreadable, illegal and superfluous moves are refused with a sentence."""
    with pytest.raises(Untaught) as refused:
        position(tokens)
    assert says in str(refused.value)
