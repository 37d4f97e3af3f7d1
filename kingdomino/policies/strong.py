"""The policy that plays its moves out: Monte Carlo evaluation by the kernel (`docs/play/bots.md#strong`).

Without a limit, and in steps of Origins that the search does not support, it plays like `steady`.
"""

from functools import partial

from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.policies.policy import Below, Policy
from kingdomino.policies.searching import Search, seeded
from kingdomino.policies.steady import STEADY

PLAYOUTS = 1500
"""The number of games played out for a decision; no time limit, so that decisions are reproducible."""

WIDTH = 16
"""The number of moves that are played out: the most promising ones."""


def _best(game: Game, below: Below, playouts: int | None = None) -> Command:
    seed = seeded(below)
    from kingdomino.kernel.search.moves import best_command  # noqa: PLC0415 - it need not be there

    return best_command(game, playouts or PLAYOUTS, WIDTH, seed)


def _has_limit(game: Game) -> bool:
    return not game.rules.no_limit


def strong_by(playouts: int) -> Policy:
    """The policy with another number of playouts, to measure what they bring."""
    return Search(partial(_best, playouts=playouts), _has_limit, STEADY).policy


STRONG = Search(_best, _has_limit, STEADY).policy
"""The move with the highest lead over the best other seat, on average over many games played out."""
