"""The policy that plays its moves out: Monte Carlo evaluation by the kernel (`docs/play/bots.md#strong`).

Without a limit, and in steps of Origins that the search does not support, it plays like `steady`.
"""

from collections.abc import Sequence

from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Choose, Command, Place
from kingdomino.kernel import state
from kingdomino.policies.policy import Below, Policy
from kingdomino.policies.steady import STEADY

PLAYOUTS = 1500
"""The number of games played out for a decision; no time limit, so that decisions are reproducible."""

WIDTH = 16
"""The number of moves that are played out: the most promising ones."""

WORD = 2**32


class NeedsKernel(Exception):  # noqa: N818 - the state of the installation
    """The policy cannot play because the kernel does not run."""

    code = "bot/needs-kernel"

    def __init__(self) -> None:
        super().__init__(f"this bot plays where the compiled kernel runs, and here {state().why_not}")


def _place(game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
    if game.rules.no_limit:
        return STEADY.place(game, seat, placements, below)
    found = _best(game, below)
    if not isinstance(found, Place):
        raise TypeError(f"a placement was to be found, not {found}")
    return found.placement


def _choose(game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
    if game.rules.no_limit:
        return STEADY.choose(game, seat, free, below)
    found = _best(game, below)
    if not isinstance(found, Choose):
        raise TypeError(f"a choice was to be found, not {found}")
    return found.domino


def _decide(game: Game, seat: Seat, commands: Sequence[Command], below: Below) -> Command:
    return _best(game, below) if game.stage is Stage.FIRE else STEADY.decide(game, seat, commands, below)


def _best(game: Game, below: Below) -> Command:
    """The best command found; two draws of 32 bits, the high word first, seed the kernel's generator."""
    if not state().runs:
        raise NeedsKernel
    from kingdomino.kernel.search.moves import best_command  # noqa: PLC0415 - it need not be there

    return best_command(game, PLAYOUTS, WIDTH, below(WORD) * WORD + below(WORD))


STRONG = Policy(_place, _choose, _decide)
"""The move with the highest lead over the best other seat, on average over many games played out."""
