"""The rounds of a knock-out: some at each table go on, the others are out; the last table decides.

One of two or three goes on, two of four. A field has the right size if full tables lead down to one: 2, 4, 8
players in duels; 3, 9, 27 at tables of three; 4, 8, 16 at tables of four.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from replays.tournament.schedules.forms import Player, Round, Table, Unpairable
from replays.tournament.schedules.swiss import shape

GO_ON: Mapping[int, int] = MappingProxyType({2: 1, 3: 1, 4: 2})
"""How many of a table go on, by the usual size of the tables; also of a smaller one."""


def right_size(players: int, size: int) -> int:
    """The largest right size of a field of at most so many players; raises `Unpairable`.

    >>> right_size(27, 4), right_size(27, 3), right_size(5, 2)
    (16, 27, 4)
    """
    if players < size:
        raise Unpairable("pairing/few", f"{players} players fill no table of {size}")
    found = size
    while found * size // GO_ON[size] <= players:
        found = found * size // GO_ON[size]
    return found


def with_byes(field: Sequence[Player], size: int) -> Round:
    """The tables of a round; `field` has its players by seed, the best first. Whoever is at none has a bye.

    A field of the right size plays whole. Otherwise only so many of the last seeds play that the right size
    goes on; one table is smaller if that takes an odd number.
    """
    out = len(field) - right_size(len(field), size)
    if out == 0:
        return spread(field, [size] * (len(field) // size))
    tables, odd = divmod(out, 2) if size > 2 else (out, 0)
    sizes = [size] * tables + [size - 1] * odd
    return spread(field[len(field) - sum(sizes) :], sizes)


def with_lucky_losers(field: Sequence[Player], size: int) -> tuple[Round, int]:
    """The tables of a round in which everybody plays, and how many of those who are out go on nevertheless.

    They fill the next field up to its right size. Raises `Unpairable` for a field that fills no tables, and
    if nobody would be out.

    >>> tables, lucky = with_lucky_losers([Player(number) for number in range(18)], 4)
    >>> list(map(len, tables)), lucky
    ([4, 4, 4, 3, 3], 6)
    """
    over, threes = shape(len(field), size)
    sizes = [size] * ((len(field) - over - 3 * threes) // size) + [3] * threes
    tables = spread(field[over:], sizes)
    ahead = over + GO_ON[size] * len(sizes)
    if len(tables) == 1 and not over:
        return tables, 0
    lucky = lucky_losers(ahead, size)
    if ahead + lucky >= len(field):
        raise Unpairable("pairing/lucky", f"all {len(field)} players would go on: choose byes")
    return tables, lucky


def lucky_losers(ahead: int, size: int) -> int:
    """How many go on although they are out, when so many go on by their places.

    >>> lucky_losers(10, 4), lucky_losers(8, 4), lucky_losers(1, 2)
    (6, 0, 0)
    """
    if ahead <= 1:
        return 0
    wanted = right_size(max(ahead, size), size)
    while wanted < ahead:
        wanted = wanted * size // GO_ON[size]
    return wanted - ahead


def spread(field: Sequence[Player], sizes: Sequence[int]) -> Round:
    """The players of a seeded field at tables of these sizes, the largest first.

    The first seeds sit at the tables in order, the next ones in the opposite order, and so on.

    >>> spread([Player(number) for number in range(7)], [4, 3])
    ((0, 3, 4, 6), (1, 2, 5))
    """
    tables: list[list[Player]] = [[] for _ in sizes]
    rest = iter(field)
    forwards = True
    while any(len(table) < size for table, size in zip(tables, sizes, strict=True)):
        order = range(len(sizes)) if forwards else reversed(range(len(sizes)))
        for number in order:
            if len(tables[number]) < sizes[number]:
                tables[number].append(next(rest))
        forwards = not forwards
    return tuple(map(tuple, tables))


def going_on(table: Table, places: Sequence[int], order: Sequence[Player], size: int) -> tuple[Player, ...]:
    """Those at the table who go on, best first; `order` decides between those who share a place."""
    ranked = sorted(zip(places, map(order.index, table), table, strict=True))
    return tuple(player for _, _, player in ranked[: GO_ON[size]])
