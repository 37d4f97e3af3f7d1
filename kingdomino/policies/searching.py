"""A policy that asks a search for its commands, where the search serves the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kingdomino.board.kingdom import Placement
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Choose, Command, Place
from kingdomino.kernel import state
from kingdomino.policies.policy import Below, Policy

WORD = 2**32


class NeedsKernel(Exception):  # noqa: N818 - the state of the installation
    """The policy cannot play because the kernel does not run."""

    code = "bot/needs-kernel"

    def __init__(self) -> None:
        super().__init__(f"this bot plays where the compiled kernel runs, and here {state().why_not}")


def seeded(below: Below) -> int:
    """A seed for the kernel's generator: two draws of 32 bits, the high word first. Raises `NeedsKernel`."""
    if not state().runs:
        raise NeedsKernel
    return below(WORD) * WORD + below(WORD)


@dataclass(frozen=True, slots=True)
class Search:
    """The parts of such a policy: `best` finds a command in games that it `serves`.

    All other games, and steps of Origins other than tokens, are played by `otherwise`.
    """

    best: Callable[[Game, Below], Command]
    serves: Callable[[Game], bool]
    otherwise: Policy

    @property
    def policy(self) -> Policy:
        """The policy."""
        return Policy(self._place, self._choose, self._decide)

    def _place(self, game: Game, seat: Seat, placements: Sequence[Placement], below: Below) -> Placement:
        if not self.serves(game):
            return self.otherwise.place(game, seat, placements, below)
        found = self.best(game, below)
        if not isinstance(found, Place):
            raise TypeError(f"a placement was to be found, not {found}")
        return found.placement

    def _choose(self, game: Game, seat: Seat, free: Sequence[DominoNumber], below: Below) -> DominoNumber:
        if not self.serves(game):
            return self.otherwise.choose(game, seat, free, below)
        found = self.best(game, below)
        if not isinstance(found, Choose):
            raise TypeError(f"a choice was to be found, not {found}")
        return found.domino

    def _decide(self, game: Game, seat: Seat, commands: Sequence[Command], below: Below) -> Command:
        if game.stage is Stage.FIRE and self.serves(game):
            return self.best(game, below)
        return self.otherwise.decide(game, seat, commands, below)
