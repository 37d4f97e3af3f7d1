"""Which evaluator a process has for a game: the compiled kernel where it runs and plays these rules."""

from kingdomino import kernel
from kingdomino.review.evaluator import Evaluator, PureEvaluator, Streams
from kingdomino.rules import Rules


def is_compiled(rules: Rules) -> bool:
    """Whether the kernel runs here and plays these rules: then a review takes seconds, else minutes."""
    if not kernel.state().runs:
        return False
    from kingdomino.kernel.tables import plays  # noqa: PLC0415 - there only where it was built

    return plays(rules)


def evaluator_of(rules: Rules, streams: Streams) -> Evaluator:
    """The evaluator for games of these rules; without the kernel it looks at fewer playouts."""
    if not is_compiled(rules):
        return PureEvaluator(streams)
    from kingdomino.review.kernel import KernelEvaluator  # noqa: PLC0415 - as above

    return KernelEvaluator(streams)
