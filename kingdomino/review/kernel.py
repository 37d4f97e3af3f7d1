"""The evaluator that plays positions out by the compiled kernel, some hundred times as many as the rules can.

Import this module only where the kernel runs (`kingdomino.kernel.state`). What it does not play, Origins
and kingdoms without a limit, is for `PureEvaluator`.
"""

from collections.abc import Iterable

from kingdomino.game.commands import Command
from kingdomino.kernel.playing import endings
from kingdomino.kernel.tables import Position as Compiled
from kingdomino.review.dealing import redealt
from kingdomino.review.decisions import Position
from kingdomino.review.evaluator import Budget, Streams
from kingdomino.review.outcomes import Outcome

BEST = (1, 1)
"""Best placement and best choice at once: what `greedy` plays."""
NONE = -1


class KernelEvaluator:
    """Plays by the kernel: the base game with a limit."""

    name = "kernel"
    budget = Budget(candidates=16, screening=250, finals=1_200, nodes=20_000)

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._seeds: dict[int, int] = {}

    def outcomes(self, position: Position, command: Command | None, deals: Iterable[int]) -> list[Outcome]:
        """Both sides play `greedy` from there on (`docs/play/bots.md`)."""
        game = position.game
        if not game.dealt:
            return [self._whole(position, deal) for deal in deals]
        compiled = Compiled.of(game, sorted(position.unseen))
        move = NONE if command is None else compiled.legal().index(command)
        played = endings(compiled, move, [BEST] * game.players, map(self._seed, deals))
        shares = {first: _shares(first, game.players) for _, first in played}
        return [Outcome(points, shares[first]) for points, first in played]

    def _whole(self, position: Position, deal: int) -> Outcome:
        """A whole game: nothing is drawn in the position."""
        rules, players = position.game.rules, position.game.players
        chance = redealt(position, self._streams(f"0/{deal}"))
        compiled = Compiled.start(rules, players, chance)
        [(points, first)] = endings(compiled, NONE, [BEST] * players, [self._seed(deal)])
        return Outcome(points, _shares(first, players))

    def _seed(self, deal: int) -> int:
        if deal not in self._seeds:
            self._seeds[deal] = self._streams(f"deal/{deal}").getrandbits(64)
        return self._seeds[deal]


def _shares(first: int, players: int) -> tuple[float, ...]:
    """Each seat's part of the win; `first` has the seats that share it as bits."""
    part = 1 / first.bit_count()
    return tuple(part if first >> seat & 1 else 0.0 for seat in range(players))
