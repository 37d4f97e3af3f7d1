"""The evaluator of a process for a game: the compiled kernel if it runs and plays these rules."""

from kingdomino import kernel
from kingdomino.review.evaluator import Evaluator, PureEvaluator, Streams
from kingdomino.rules import Rules


def is_compiled(rules: Rules) -> bool:
    """True if the kernel runs here and plays these rules: a review then takes seconds, else minutes."""
    if not kernel.state().runs:
        return False
    from kingdomino.kernel.tables import plays  # noqa: PLC0415 - there only where it was built

    return plays(rules)


def evaluator_of(rules: Rules, streams: Streams) -> Evaluator:
    """The evaluator for games of these rules; without the kernel its budget is smaller."""
    if not is_compiled(rules):
        return PureEvaluator(streams)
    from kingdomino.review.kernel import KernelEvaluator  # noqa: PLC0415 - as above

    return KernelEvaluator(streams)
