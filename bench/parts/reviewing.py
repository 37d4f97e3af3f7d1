"""The cost of a review of a whole game: CPU seconds on one core, by the kernel and by the rules in Python."""

import time
from collections.abc import Callable

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino import kernel
from kingdomino.review.engines import evaluator_of
from kingdomino.review.evaluator import Evaluator, PureEvaluator, Streams
from kingdomino.review.reviewing import review
from kingdomino.rules import Rules
from replays.projections.replay import replay
from replays.projections.reviews import steps_of_game, streams_of

PURE = "rules"


def reviewed(rules: Rules, players: int, seed: int) -> dict[str, float]:
    """The CPU seconds of this process for the review of a random game, by evaluator.

    The kernel is included if it runs.
    """
    tables = tables_on(FakeEventLog())
    frames = replay(tables.log, play_out(tables, players, rules, seeded(seed))).frames
    ways: dict[str, Callable[[Streams], Evaluator]] = {PURE: PureEvaluator}
    if kernel.state().runs:
        ways["kernel"] = lambda streams: evaluator_of(rules, streams)
    found = {}
    for name, make in ways.items():
        begun = time.process_time()
        review(steps_of_game(frames), make(streams_of(f"bench/{seed}")))
        found[name] = time.process_time() - begun
    return found
