"""The number of games per second that the compiled kernel plays on one core, or why it does not run."""

from collections.abc import Iterator
from random import Random
from time import process_time

from kingdomino.kernel import state
from kingdomino.policies import BOTS
from kingdomino.rules import Rules
from kingdomino.simulation.tally import tally_compiled

CASES = [
    ("random, 4 players", "random", 4, Rules(), 60_000),
    ("random, 3 players", "random", 3, Rules(), 80_000),
    ("random, 2 players", "random", 2, Rules(), 100_000),
    ("random, Mighty Duel", "random", 2, Rules(mighty_duel=True), 60_000),
    ("greedy, 4 players, both bonuses", "greedy", 4, Rules(middle_kingdom=True, harmony=True), 8_000),
    (
        "greedy, Mighty Duel, both bonuses",
        "greedy",
        2,
        Rules(mighty_duel=True, middle_kingdom=True, harmony=True),
        8_000,
    ),
]
"""The cases: name, policy of all seats, number of players, rules, and games per run."""


def kernel_rates(repeat: int) -> Iterator[str]:
    """A line for each case."""
    if not state().runs:
        yield f"the kernel does not run: {state().why_not}"
        return
    for name, policy, players, rules, games in CASES:
        best = min(_seconds(policy, players, rules, games) for _ in range(repeat))
        yield f"{name}: {games / best:,.0f} games a second"


def _seconds(policy: str, players: int, rules: Rules, games: int) -> float:
    begun = process_time()
    policies = [BOTS[policy].policy] * players
    tally_compiled(rules, [policy] * players, policies, games, Random(1))  # noqa: S311 - thrown away
    return process_time() - begun
