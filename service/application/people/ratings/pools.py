"""Pools: a player has a rating of its own for each number of players and each family of rules."""

from enum import Enum

from kingdomino.rules import Rules
from service.application.people.pools import Family, family_of


class Pool(Enum):
    """A pool; the value is its name in the API, in keys and in the stream."""

    BASE_2 = "base-2"
    BASE_3 = "base-3"
    BASE_4 = "base-4"
    DUEL_2 = "duel-2"
    ORIGINS_2 = "origins-2"
    ORIGINS_3 = "origins-3"
    ORIGINS_4 = "origins-4"


POOLS = tuple(Pool)


def pool_of(rules: Rules, players: int) -> Pool:
    """The pool in which a game with these rules counts; kingdoms without limit count as the base game.

    >>> pool_of(Rules(), 3).value
    'base-3'
    """
    family = family_of(rules)
    rated = Family.BASE if family is Family.UNLIMITED else family
    return Pool(f"{rated.value}-{players}")
