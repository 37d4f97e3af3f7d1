"""Pools: a player has a rating of its own for each number of players and each family of rules."""

from enum import Enum

from kingdomino.rules import GameKind, Rules


class Pool(Enum):
    """A pool; the value is its name in the API, in keys and in the stream."""

    BASE_2 = "base-2"
    BASE_3 = "base-3"
    BASE_4 = "base-4"
    DUEL = "duel"
    ORIGINS_2 = "origins-2"
    ORIGINS_3 = "origins-3"
    ORIGINS_4 = "origins-4"


POOLS = tuple(Pool)


def pool_of(rules: Rules, players: int) -> Pool:
    """The pool in which a game by these rules counts.

    >>> pool_of(Rules(), 3).value
    'base-3'
    """
    if rules.mighty_duel:
        return Pool.DUEL
    family = "origins" if rules.game is GameKind.ORIGINS else "base"
    return Pool(f"{family}-{players}")
