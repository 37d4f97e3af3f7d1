"""Which evaluator a process has for a game: the compiled kernel where it runs and plays these rules."""

from kingdomino import kernel
from kingdomino.review.evaluator import Evaluator, PureEvaluator, Streams
from kingdomino.rules import Rules


def evaluator_of(rules: Rules, streams: Streams) -> Evaluator:
    """The evaluator for games of these rules; without the kernel it looks at fewer playouts."""
    if kernel.state().runs:
        from kingdomino.kernel.tables import plays  # noqa: PLC0415 - there only where it was built
        from kingdomino.review.kernel import KernelEvaluator  # noqa: PLC0415

        if plays(rules):
            return KernelEvaluator(streams)
    return PureEvaluator(streams)
