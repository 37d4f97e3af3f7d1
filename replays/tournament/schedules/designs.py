"""Exact block designs: schedules in which every two players meet equally often.

They are difference sets (Singer 1938), and affine planes and a space over GF(2), GF(3) and GF(4).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from types import MappingProxyType

from replays.tournament.schedules.forms import Player, Round, Schedule
from replays.tournament.schedules.seats import seated


def cyclic(players: int, base: Sequence[int]) -> Schedule:
    """The blocks of a difference set, one table a round; every player has every seat once.

    >>> cyclic(7, (1, 2, 4))[:2]
    (((1, 2, 4),), ((2, 3, 5),))
    """
    return tuple((tuple(Player((number + shift) % players) for number in base),) for shift in range(players))


def affine_plane(order: int) -> Schedule:
    """The lines of the affine plane of order 3 or 4, a round for each slope; each pair meets once.

    Player x * `order` + y is the point (x, y). The lines of round m are y = m x + c, those of the last x = c.
    """
    minus, times = _FIELDS[order]

    def lines(line: Callable[[int, int], int]) -> Round:
        found: list[list[Player]] = [[] for _ in range(order)]
        for x, y in product(range(order), repeat=2):
            found[line(x, y)].append(Player(x * order + y))
        return tuple(map(tuple, found))

    slopes = (lines(lambda x, y, m=m: minus(y, times(m, x))) for m in range(order))  # type: ignore[misc]
    return seated((*slopes, lines(lambda x, _: x)))


def affine_space() -> Schedule:
    """The 14 planes of the affine space of 8 points, 7 rounds of two tables; each pair meets three times.

    Player x is the point of the binary digits of x. In round m the tables differ in the parity of x & m.
    """
    return seated(tuple(tuple(_plane(mask, side) for side in (0, 1)) for mask in range(1, 8)))


def _plane(mask: int, side: int) -> tuple[Player, ...]:
    return tuple(Player(x) for x in range(8) if (x & mask).bit_count() % 2 == side)


def _gf4(a: int, b: int) -> int:
    """The product in GF(4), whose elements are 0, 1, w = 2 and w * w = w + 1 = 3."""
    return 0 if not (a and b) else (a + b - 2) % 3 + 1


_FIELDS: Mapping[int, tuple[Callable[[int, int], int], Callable[[int, int], int]]] = {
    3: (lambda a, b: (a - b) % 3, lambda a, b: a * b % 3),
    4: (int.__xor__, _gf4),
}
"""The subtraction and the product of the field, by the number of its elements."""

DESIGNS: Mapping[tuple[int, int], Callable[[], Schedule]] = MappingProxyType(
    {
        (7, 3): partial(cyclic, 7, (1, 2, 4)),
        (9, 3): partial(affine_plane, 3),
        (7, 4): partial(cyclic, 7, (0, 3, 5, 6)),
        (8, 4): affine_space,
        (13, 4): partial(cyclic, 13, (0, 1, 3, 9)),
        (16, 4): partial(affine_plane, 4),
    }
)
"""By the number of players and of seats at a table."""
