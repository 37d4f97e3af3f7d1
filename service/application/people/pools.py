"""Pools: the games whose results are comparable, by family of rules and number of players."""

from enum import Enum

from kingdomino.rules import Rules
from replays.match.aggregate import Match

WITH_BOTS = "bots"
"""Replaces the number of players in a pool's name if a bot had a seat from the start."""


class Family(Enum):
    """A family of rules under which kingdoms score similar points; the value is stored."""

    BASE = "base"
    DUEL = "duel"
    UNLIMITED = "unlimited"
    ORIGINS = "origins"


FAMILIES = tuple(Family)


def family_of(rules: Rules) -> Family:
    """The family of a rule set."""
    if rules.game.value == "origins":
        return Family.ORIGINS
    if rules.mighty_duel:
        return Family.DUEL
    return Family.UNLIMITED if rules.no_limit else Family.BASE


def pool_of(match: Match) -> str:
    """The pool of a game: `base-2` to `origins-4`, or such as `base-bots` if a bot sat down."""
    bots = any(sitter.bot is not None for sitter in match.sitters)
    return f"{family_of(match.rules).value}-{WITH_BOTS if bots else match.players}"


def order_of(pool: str) -> tuple[int, str]:
    """The sort key of pools: family, then players, games with bots last."""
    family, _, players = pool.partition("-")
    return FAMILIES.index(Family(family)), players
