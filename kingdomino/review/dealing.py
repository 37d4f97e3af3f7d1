"""Re-dealt decks: possible further draws in a position, given what its players knew."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import TypeVar

from kingdomino.board.camp import Caveman
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game
from kingdomino.game.chance import Chance
from kingdomino.game.table import without
from kingdomino.machine.variants import first_choice
from kingdomino.review.decisions import PublicPosition

T = TypeVar("T")
Stack = Callable[[int, tuple[Caveman, ...]], tuple[Caveman, ...]]


def redealt(position: PublicPosition, stream: Random) -> Chance:
    """A chance that agrees with everything on the table; the rest is drawn from the stream.

    It shuffles the dominoes that no line had (with R2 including those removed unseen), the kings not drawn
    yet (R5), and the cavemen that lie face down (R29).
    """
    game = position.game
    dealt = (DominoNumber(0),) * game.dealt
    hidden = shuffled(sorted(position.unseen), stream)
    return Chance((*dealt, *hidden), _kings(game, stream), _stacks(game, stream))


def shuffled(items: Sequence[T], stream: Random) -> tuple[T, ...]:
    """The items in a random order; every permutation is equally likely."""
    order = list(items)
    stream.shuffle(order)
    return tuple(order)


def _kings(game: Game, stream: Random) -> tuple[Seat, ...]:
    """The kings drawn so far, then the others; before any is drawn, the first choice defines their order."""
    count = game.rules.kings(game.players)
    if game.drawn == count:
        return (Seat(0),) * count
    known = (*(slot.seat for slot in game.line if slot.seat is not None), *game.waiting)
    if not known:
        each = game.rules.kings_each(game.players)
        return first_choice(game).kings(game.players, each, _Stream(stream))
    rest = Counter(Seat(seat) for seat in range(game.players) for _ in range(count // game.players))
    rest.subtract(known)
    return (*known, *shuffled(sorted(rest.elements()), stream))


class _Stream:
    """A `chance.Source` that draws for all purposes from one stream."""

    def __init__(self, stream: Random) -> None:
        self._stream = stream

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:  # noqa: ARG002 - one stream for all
        return shuffled(items, self._stream)

    def below(self, purpose: str, bound: int) -> int:  # noqa: ARG002 - one stream for all
        return self._stream.randrange(bound)


def _stacks(game: Game, stream: Random) -> Stack:
    shared, key = game.shared, stream.random()

    @cache
    def stack(number: int, tiles: tuple[Caveman, ...]) -> tuple[Caveman, ...]:
        own = Random(f"{key}/{number}")  # noqa: S311 - re-dealt cavemen are no secret
        if number != shared.shuffles or tiles != shared.shuffled:
            return shuffled(tiles, own)
        gone = without(tiles, shared.stack)  # drawn since the shuffle, in any order
        return (*gone, *shuffled(shared.stack, own))

    return stack
