"""Berger tables: everybody plays a duel against everybody once (FIDE Handbook C.05, annex 1)."""

from replays.tournament.schedules.forms import Player, Round, Schedule, Table


def berger(players: int) -> Schedule:
    """The rounds for at least two players: n - 1 for an even number n, n with a bye in each for an odd one.

    The first seat is white's. The colours of each player differ by at most one.

    >>> berger(4)
    (((0, 3), (1, 2)), ((3, 2), (0, 1)), ((1, 3), (2, 0)))
    """
    ring = players - 1 if players % 2 == 0 else players
    return tuple(_round(number, ring, players) for number in range(ring))


def _round(number: int, ring: int, players: int) -> Round:
    """Those on the ring whose numbers add up to the round's sum meet; who is left meets the last player.

    The numbers on the ring begin with 0, so the sum of round r, from 0, is r modulo the ring's length.
    """
    alone = number * (ring + 1) // 2 % ring
    pairs = [_table((alone + step) % ring, (alone - step) % ring) for step in range(1, (ring + 1) // 2)]
    if players == ring:
        return tuple(pairs)
    last = ring
    return (_table(alone, last) if number % 2 == 0 else _table(last, alone), *pairs)


def _table(first: int, second: int) -> Table:
    return Player(first), Player(second)
