"""The evaluator that plays positions out with the compiled kernel, some hundred times as fast as the rules.

Import this module only if the kernel runs (`kingdomino.kernel.state`). `searching` plays Origins.
"""

from collections.abc import Iterable, Sequence

from kingdomino.board.numbers import Points
from kingdomino.game.commands import Command
from kingdomino.kernel.playing import endings
from kingdomino.kernel.tables import Position
from kingdomino.review.dealing import redealt
from kingdomino.review.decisions import PublicPosition
from kingdomino.review.evaluator import Budget, Streams
from kingdomino.review.outcomes import Outcome

BEST = (1, 1)
"""The style of `greedy`: the best placement and the best choice at once."""
NONE = -1

Ending = tuple[tuple[Points, ...], int]
"""The points by seat at the end of a game, and the seats in first place as bits."""


class KernelEvaluator:
    """Plays with the kernel: the base game with a limit."""

    name = "kernel"
    budget = Budget(candidates=16, screening=((50, 5), (125, 3), (250, 1)), finals=1_200, nodes=20_000)

    def __init__(self, streams: Streams) -> None:
        self._streams, self._seeds = streams, Seeds(streams)

    def outcomes(
        self, position: PublicPosition, command: Command | None, deals: Iterable[int]
    ) -> list[Outcome]:
        """The outcomes if all seats play `greedy` from there on (`docs/play/bots.md`)."""
        game = position.game
        if not game.dealt:
            return [self._whole(position, deal) for deal in deals]
        compiled = Position.of(game, sorted(position.unseen))
        move = NONE if command is None else compiled.legal().index(command)
        seeds = [self._seeds[deal] for deal in deals]
        return outcomes_of(endings(compiled, move, [BEST] * game.players, seeds), game.players)

    def _whole(self, position: PublicPosition, deal: int) -> Outcome:
        """The outcome of a whole game, from a position in which nothing is drawn yet."""
        rules, players = position.game.rules, position.game.players
        chance = redealt(position, self._streams(f"0/{deal}"))
        compiled = Position.start(rules, players, chance)
        [outcome] = outcomes_of(endings(compiled, NONE, [BEST] * players, [self._seeds[deal]]), players)
        return outcome


class Seeds(dict[int, int]):
    """The seed of each deal, 64 bits, from a stream of its own."""

    def __init__(self, streams: Streams) -> None:
        super().__init__()
        self._streams = streams

    def __missing__(self, deal: int) -> int:
        """Draw the seed and remember it."""
        self[deal] = self._streams(f"deal/{deal}").getrandbits(64)
        return self[deal]


def outcomes_of(played: Sequence[Ending], players: int) -> list[Outcome]:
    """The outcomes of games with these endings."""
    shares = {first: _shares(first, players) for first in {first for _, first in played}}
    return [Outcome(points, shares[first]) for points, first in played]


def _shares(first: int, players: int) -> tuple[float, ...]:
    """Each seat's share of the win; the set bits of `first` are the seats that share it."""
    part = 1 / first.bit_count()
    return tuple(part if first >> seat & 1 else 0.0 for seat in range(players))
