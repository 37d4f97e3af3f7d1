"""Seats at the tables of a whole schedule, so that everybody has every seat equally often."""

from collections import Counter, defaultdict

from replays.tournament.schedules.forms import Player, Schedule, Table

Place = tuple[Player, int]
"""A table as `(NOBODY, its number)`, or a part of a player's tables as `(player, its number)`."""

NOBODY = Player(-1)


def seated(schedule: Schedule) -> Schedule:
    """The schedule with the players of each table in other seats.

    A player of n tables of one size has each of its k seats n / k times, rounded down or up; and in each k
    consecutive tables, counted from the first, each seat at most once.

    This is an edge colouring: tables and players are the two sides of a bipartite graph, each player cut into
    parts of k tables, and the seats are the colours. k colours are enough (Koenig 1916).
    """
    tables = [table for each in schedule for table in each]
    chosen: dict[int, Table] = {}
    for size in {len(table) for table in tables}:
        chosen |= _coloured(
            {number: table for number, table in enumerate(tables) if len(table) == size}, size
        )
    rest = iter(range(len(tables)))
    return tuple(tuple(chosen[next(rest)] for _ in each) for each in schedule)


def _coloured(tables: dict[int, Table], size: int) -> dict[int, Table]:
    turns: Counter[Player] = Counter()
    across: defaultdict[Place, dict[int, Place]] = defaultdict(dict)  # by seat: who is there, or which table
    for number, table in tables.items():
        for player in table:
            here, part = (NOBODY, number), (player, turns[player] // size)
            turns[player] += 1
            seat, other = (next(s for s in range(size) if s not in across[at]) for at in (here, part))
            _swap(across, part, seat, other)
            across[here][seat], across[part][seat] = part, here
    return {number: tuple(across[NOBODY, number][seat][0] for seat in range(size)) for number in tables}


def _swap(across: dict[Place, dict[int, Place]], start: Place, seat: int, other: int) -> None:
    """Free the seat at `start`: exchange both along the path of tables and players that begins there."""
    path = []
    at, now, then = start, seat, other
    while now in across[at]:
        beyond = across[at][now]
        path.append((at, beyond, now))
        at, now, then = beyond, then, now
    for one, two, had in path:
        del across[one][had], across[two][had]
    for one, two, had in path:
        has = other if had == seat else seat
        across[one][has], across[two][has] = two, one
