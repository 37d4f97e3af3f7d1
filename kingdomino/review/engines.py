"""The evaluator of a process for a game: one with the compiled kernel if it runs."""

from kingdomino import kernel
from kingdomino.review.evaluator import Evaluator, PureEvaluator, Streams
from kingdomino.rules import Rules


def is_quick(rules: Rules) -> bool:
    """True if a review takes some five seconds: with the kernel, of the base game with a limit."""
    if not kernel.state().runs:
        return False
    from kingdomino.kernel.tables import plays  # noqa: PLC0415 - there only where it was built

    return plays(rules)


def evaluator_of(rules: Rules, streams: Streams) -> Evaluator:
    """The evaluator for games of these rules; without the kernel its budget is smaller."""
    if not kernel.state().runs:
        return PureEvaluator(streams)
    from kingdomino.review.kernel import KernelEvaluator  # noqa: PLC0415 - as above
    from kingdomino.review.searching import SearchEvaluator, UnlimitedEvaluator  # noqa: PLC0415 - as above

    if rules.origins:
        return SearchEvaluator(streams)
    return UnlimitedEvaluator(streams) if rules.no_limit else KernelEvaluator(streams)
