"""The draws of a game, and what they request from their source (R2, R5)."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from kingdomino.machine import draw
from kingdomino.rules import FirstLine, Rules

T = TypeVar("T")


class Backwards:
    """A source that reverses every order and always draws 1; it records each request."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items from last to first."""
        self.asked.append((purpose, len(items)))
        return tuple(reversed(items))

    def below(self, purpose: str, bound: int) -> int:
        """The number 1."""
        self.asked.append((purpose, bound))
        return 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_48_dominoes_are_shuffled(players: int) -> None:
    """R2: the whole set is shuffled, of which the game then uses a part."""
    source = Backwards()
    assert draw(Rules(), players, source).deck == tuple(range(48, 0, -1))
    assert source.asked[0] == ("deck", 48)


@pytest.mark.parametrize(("players", "kings"), [(2, (1, 1, 0, 0)), (3, (2, 1, 0)), (4, (3, 2, 1, 0))])
def test_drawn_kings_are_all_shuffled(players: int, kings: tuple[int, ...]) -> None:
    """R5 drawn: with two players all four kings are shuffled, so that AABB can happen."""
    source = Backwards()
    assert draw(Rules(), players, source).kings == kings
    assert source.asked[1:] == [("kings", len(kings))]


@pytest.mark.parametrize(("players", "kings"), [(2, (1, 0, 1, 0)), (3, (2, 1, 0)), (4, (3, 2, 1, 0))])
def test_alternating_players_are_shuffled_once(players: int, kings: tuple[int, ...]) -> None:
    """R5 alternating: the players are shuffled once; two players take turns, A, B, A, B."""
    source = Backwards()
    assert draw(Rules(first_line=FirstLine.ALTERNATING), players, source).kings == kings
    assert source.asked[1:] == [("seats", players)]


@pytest.mark.parametrize(("players", "kings"), [(2, (1, 0, 1, 0)), (3, (1, 2, 0)), (4, (1, 2, 3, 0))])
def test_seated_players_follow_the_first_one(players: int, kings: tuple[int, ...]) -> None:
    """R5 seated: a random first player, then the order of seats; two players take turns, A, B, A, B."""
    source = Backwards()
    assert draw(Rules(first_line=FirstLine.SEATED), players, source).kings == kings
    assert source.asked[1:] == [("seats", players)]
