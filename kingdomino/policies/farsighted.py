"""The second version of `strong`, which plays by zones and ends duels exactly (`docs/play/bots.md#strong-2`).

In Origins and without a limit it plays like the first version.
"""

from functools import partial

from kingdomino.game import Game
from kingdomino.game.commands import Command
from kingdomino.policies.policy import Below, Policy
from kingdomino.policies.searching import Search, seeded
from kingdomino.policies.strong import STRONG, WIDTH, strong_by

PLAYOUTS = 1500
"""The number of games played out for a decision, so that it takes as long as one of the first version."""

PLAYOUTS_OF_DUELS = 1250
"""The same for two players."""

DUEL = 2


def _best(game: Game, below: Below, playouts: int | None = None) -> Command:
    seed = seeded(below)
    from kingdomino.kernel.foresight.search import best_move  # noqa: PLC0415 - it need not be there
    from kingdomino.kernel.tables import Position  # noqa: PLC0415 - it need not be there

    position = Position.of(game)
    default = PLAYOUTS_OF_DUELS if game.players == DUEL else PLAYOUTS
    return position.legal()[best_move(position, playouts or default, WIDTH, seed)]


def _is_served(game: Game) -> bool:
    """True for the base game with a limit."""
    return not (game.rules.origins or game.rules.no_limit)


def farsighted_by(playouts: int) -> Policy:
    """The policy with another number of playouts, to measure what they bring."""
    return Search(partial(_best, playouts=playouts), _is_served, strong_by(playouts)).policy


FARSIGHTED = Search(_best, _is_served, STRONG).policy
"""The move with the highest lead over the best other seat, in games played out with an eye on zones."""
