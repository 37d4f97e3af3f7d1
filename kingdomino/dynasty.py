"""Dynasty (R13): three games with the same players, in any rule set; the highest sum of points wins."""

from collections.abc import Iterable, Sequence

from kingdomino.board.numbers import Points, Seat

GAMES = 3
"""The number of games in a dynasty."""


def totals(games: Iterable[Sequence[Points]], players: int) -> tuple[Points, ...]:
    """The sum of points of each seat over these games.

    >>> totals([(31, 40), (22, 9)], 2)
    (53, 49)
    """
    played = list(games)
    return tuple(Points(sum(points[seat] for points in played)) for seat in range(players))


def standings(summed: Sequence[Points]) -> tuple[tuple[Seat, ...], ...]:
    """The seats by place, best first; there is no tie-break, so equal sums share a place.

    >>> standings((53, 49, 53))
    ((0, 2), (1,))
    """
    return tuple(
        tuple(Seat(seat) for seat, points in enumerate(summed) if points == place)
        for place in sorted(set(summed), reverse=True)
    )
