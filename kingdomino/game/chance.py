"""What chance decides in a game, as a value: the rules never draw by themselves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, TypeVar

from kingdomino.board.camp import Caveman
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.rules import DOMINO_COUNT, FirstLine, Rules

T = TypeVar("T")


class Source(Protocol):
    """Where draws come from; each purpose is a stream of its own."""

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order in which every permutation is equally likely."""

    def below(self, purpose: str, bound: int) -> int:
        """A number from 0 to `bound` - 1, each equally likely."""


def _in_order(_: int, tiles: tuple[Caveman, ...]) -> tuple[Caveman, ...]:
    return tiles


@dataclass(frozen=True, slots=True)
class Chance:
    """A game's draws: all 48 dominoes in dealing order, and the order of the kings for the first choice.

    `stack(n, tiles)` is the order of the cavemen that are shuffled for the n-th time, 0 at the start (R29);
    their composition depends on what the players took, so it cannot be drawn beforehand.
    """

    deck: tuple[DominoNumber, ...]
    kings: tuple[Seat, ...]
    stack: Callable[[int, tuple[Caveman, ...]], tuple[Caveman, ...]] = field(default=_in_order)


def draw(rules: Rules, players: int, source: Source) -> Chance:
    """Everything a game of these rules leaves to chance.

    Purposes: `deck` shuffles the dominoes 1 to 48, of which the first `rules.deck_size(players)` take part
    (R2). `kings` shuffles all kings in order of seats (R5 drawn); `seats` shuffles the players (R5
    alternating) or draws the first one (R5 seated). With two players in Origins `kings` shuffles the players
    (R21). `cavemen/<n>` shuffles the stack for the n-th time (R29).
    """
    numbers = [DominoNumber(number) for number in range(1, DOMINO_COUNT + 1)]
    return Chance(
        source.shuffled("deck", numbers),
        _kings(rules, players, source),
        # Drawn when the composition is known, and once, so that it is what it was when asked again.
        cache(lambda number, tiles: source.shuffled(f"cavemen/{number}", tiles)),
    )


def _kings(rules: Rules, players: int, source: Source) -> tuple[Seat, ...]:
    seats = [Seat(seat) for seat in range(players)]
    each = rules.kings_each(players)
    if rules.neolithic(players):
        return tuple(seat for seat in source.shuffled("kings", seats) for _ in range(each))
    if rules.first_line is FirstLine.DRAWN:
        return source.shuffled("kings", [seat for seat in seats for _ in range(each)])
    if rules.first_line is FirstLine.ALTERNATING:
        return source.shuffled("seats", seats) * each
    first = source.below("seats", players)
    return tuple(seats[first:] + seats[:first]) * each
