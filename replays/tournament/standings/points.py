"""The points of a tournament for the places, or the game points, at one table.

All points are integers in twelfths of a point, so that two, three or four can share places. Where a share is
no whole twelfth it is rounded down.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from kingdomino.board.numbers import Points

POINT = 12
"""One point, in twelfths."""

Places = Sequence[int]
"""The place of each seat, from 1; those who share a place have the same."""

Twelfths = tuple[int, ...]
"""The points of each seat."""

Scale = Callable[[Places, Sequence[Points]], Twelfths]
"""The points of each seat at one table, from the places and the game points of all seats."""


def by_place(four: Sequence[int]) -> Scale:
    """The scale with these points for the places of four; those who share places share their points.

    Three have the mean of the two middle ones for the second place, and two the first and the last.

    >>> by_place((3, 2, 1, 0))((1, 2, 2), (50, 40, 40))
    (36, 9, 9)
    """
    first, second, third, last = (POINT * points for points in four)
    values = {2: (first, last), 3: (first, (second + third) // 2, last), 4: (first, second, third, last)}

    def scale(places: Places, _: Sequence[Points]) -> Twelfths:
        return tuple(_shared(values[len(places)], places, place) for place in places)

    return scale


def even(places: Places, _: Sequence[Points]) -> Twelfths:
    """3 points for the first place and 1 for the last, in even steps: 2 for each player on average.

    So the size of a table gives no advantage, and the last place is better than not to play.

    >>> even((1, 2, 3, 4), (50, 40, 30, 20)), even((2, 1, 3), (40, 50, 30))
    ((36, 28, 20, 12), (24, 36, 12))
    """
    steps = len(places) - 1
    values = [3 * POINT - 2 * POINT * step // steps for step in range(len(places))]
    return tuple(_shared(values, places, place) for place in places)


def game_points(_: Places, points: Sequence[Points]) -> Twelfths:
    """The points of the game itself; they cannot be compared between rule sets and sizes of tables.

    >>> game_points((1, 2), (50, 40))
    (600, 480)
    """
    return tuple(POINT * each for each in points)


def share(_: Places, points: Sequence[Points]) -> Twelfths:
    """The percentage of the table's game points; nobody has any if there are none.

    >>> share((1, 2), (60, 40))
    (720, 480)
    """
    return tuple(100 * POINT * each // max(1, sum(points)) for each in points)


def _shared(values: Sequence[int], places: Places, place: int) -> int:
    sharing = list(places).count(place)
    return sum(values[place - 1 : place - 1 + sharing]) // sharing


SCALES: Mapping[str, Scale] = MappingProxyType(
    {
        "even": even,
        "3-2-1-0": by_place((3, 2, 1, 0)),
        "5-3-2-1": by_place((5, 3, 2, 1)),
        "10-6-3-1": by_place((10, 6, 3, 1)),
        "share": share,
        "game": game_points,
    }
)
"""By the names under which tournaments record them."""


def best(scale: str, seats: int) -> int:
    """What the first place gives at a table of so many seats, in twelfths; 0 for game points.

    >>> best("even", 4), best("share", 4), best("game", 2)
    (36, 300, 0)
    """
    return 0 if scale == "game" else max(_example(scale, seats))


def mean(scale: str, seats: int) -> int:
    """What a table gives to each player on average, in twelfths, rounded down; 0 for game points.

    >>> mean("even", 3), mean("3-2-1-0", 4)
    (24, 18)
    """
    return 0 if scale == "game" else sum(_example(scale, seats)) // seats


def _example(scale: str, seats: int) -> Twelfths:
    return SCALES[scale](range(1, seats + 1), [Points(1)] * seats)
