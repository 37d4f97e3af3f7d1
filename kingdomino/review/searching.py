"""The evaluators of Origins and of kingdoms without a limit; both use the compiled kernel.

Import this module only if the kernel runs (`kingdomino.kernel.state`). In Origins all seats play the policy
with which the bot `strong` plays games out (`docs/play/bots.md#strong`), and without a limit `greedy`.
"""

from collections.abc import Callable, Iterable

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Command
from kingdomino.kernel import unlimited
from kingdomino.kernel.search import endings as search
from kingdomino.machine import advance, evolve, judge, settle
from kingdomino.policies.policy import command as policy_command
from kingdomino.policies.simple import GREEDY
from kingdomino.review.dealing import redealt
from kingdomino.review.decisions import PublicPosition
from kingdomino.review.evaluator import Budget, Streams
from kingdomino.review.kernel import Ending, KernelEvaluator, Seeds, outcomes_of
from kingdomino.review.outcomes import Outcome


class SearchEvaluator:
    """Plays Origins: commands by the rules, the rest of the game with the kernel's search."""

    name = "kernel"
    budget = Budget(candidates=12, screening=((50, 5), (125, 3), (250, 1)), finals=800, nodes=1_000)
    endings: Callable[..., list[Ending]] = staticmethod(search.endings)

    def __init__(self, streams: Streams) -> None:
        self._streams, self._seeds = streams, Seeds(streams)

    def outcomes(
        self, position: PublicPosition, command: Command | None, deals: Iterable[int]
    ) -> list[Outcome]:
        """The outcomes if all seats play the policy of the evaluator from there on."""
        game = position.game
        if command is not None and game.mover is not None:
            for event in judge(game, game.mover, command):
                game = evolve(game, event)
        if not game.dealt or (game.stage is Stage.CHOOSE_FIRST and game.rules.neolithic(game.players)):
            played = [end for deal in deals for end in self._from_first_line(position, game, deal)]
        else:
            played = self.endings(game, sorted(position.unseen), [self._seeds[deal] for deal in deals])
        return outcomes_of(played, game.players)

    def _from_first_line(self, position: PublicPosition, game: Game, deal: int) -> list[Ending]:
        begun = self._begun(position, game, deal)
        return self.endings(begun, _unseen(position, begun), [self._seeds[deal]])

    def _begun(self, position: PublicPosition, game: Game, deal: int) -> Game:
        """The game with the first line dealt and a king drawn; both kings of a seat choose (R21)."""
        stream = self._streams(f"{position.game.dealt}/{deal}")
        chance = redealt(position, stream)
        game, _ = settle(game, (), chance)
        if game.stage is Stage.CHOOSE_FIRST and game.mover is not None and game.rules.neolithic(game.players):
            seat = Seat(game.mover)
            wanted = policy_command(GREEDY, game, seat, lambda bound: int(stream.random() * bound))
            game, _ = advance(game, seat, wanted, chance)
        return game


class UnlimitedEvaluator(SearchEvaluator):
    """Plays the base game without a limit: commands by the rules, the rest with `greedy`."""

    budget = KernelEvaluator.budget
    endings = staticmethod(unlimited.endings)


def _unseen(position: PublicPosition, game: Game) -> list[DominoNumber]:
    """The dominoes that no line has had, now that one was dealt."""
    return sorted(position.unseen.difference(slot.domino for slot in (*game.line, *game.next_line)))
