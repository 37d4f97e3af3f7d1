"""A game's chance as values: the rules never draw by themselves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

from kingdomino.board.camp import Caveman
from kingdomino.board.numbers import DominoNumber, Seat

T = TypeVar("T")


class Source(Protocol):
    """A source of draws; each purpose has a stream of its own."""

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order; every permutation is equally likely."""

    def below(self, purpose: str, bound: int) -> int:
        """A random number from 0 to `bound` - 1; each is equally likely."""


class GeneratorSource:
    """A source that takes the draws for all purposes from one generator, which the caller provides."""

    def __init__(self, generator: Random) -> None:
        self.generator = generator
        self._shuffle, self._random = generator.shuffle, generator.random

    def shuffled(self, _purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order; every permutation is equally likely."""
        shuffled = list(items)
        self._shuffle(shuffled)
        return tuple(shuffled)

    def below(self, _purpose: str, bound: int) -> int:
        """A random number from 0 to `bound` - 1; the bias of 2^-53 per step shows in no statistic."""
        return int(self._random() * bound)


def _in_order(_: int, tiles: tuple[Caveman, ...]) -> tuple[Caveman, ...]:
    return tiles


@dataclass(frozen=True, slots=True)
class Chance:
    """A game's draws: all 48 dominoes in dealing order, and the order of the kings for the first choice.

    `stack(n, tiles)` is the order of the caveman tiles when they are shuffled for the n-th time, 0 at the
    start (R29). Which tiles these are depends on what the players took, so their order cannot be drawn
    beforehand.
    """

    deck: tuple[DominoNumber, ...]
    kings: tuple[Seat, ...]
    stack: Callable[[int, tuple[Caveman, ...]], tuple[Caveman, ...]] = field(default=_in_order)


NO_CHANCE = Chance((), ())
"""The draws of a game in which nothing more is drawn."""
