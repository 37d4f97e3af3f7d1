"""The points of single games, by the kernel where it plays them."""

from collections.abc import Sequence

from kingdomino.board.numbers import Points
from kingdomino.game.chance import GeneratorSource
from kingdomino.policies import Policy
from kingdomino.policies.compiled import styles
from kingdomino.rules import Rules
from kingdomino.simulation.games import play


def totals(
    rules: Rules, policies: Sequence[Policy], source: GeneratorSource, *, compiled: bool
) -> tuple[Points, ...]:
    """Play a game with a policy on each seat, and return its points by seat.

    With `compiled` the kernel plays exactly the same game; it must support these rules and policies
    (`policies.compiled.why_pure` finds no obstacle).
    """
    if not compiled:
        return tuple(score.total for score in play(rules, policies, source).scores)
    from kingdomino.kernel.playing import play_games  # noqa: PLC0415 - it need not be there

    counts = play_games(rules, styles(policies), 1, source.generator)["points"]
    return tuple(Points(counts[seat][seat].index(1)) for seat in range(len(policies)))
