"""Ways to play: a policy picks one of the legal commands for the seat to act (`docs/bots.md`).

A policy sees what lies on the table and nothing hidden, and has no randomness of its own: where it leaves
something to chance it asks `below(n)` for a number from 0 to n - 1.
"""

from kingdomino.policies.policy import Below, Policy, command, command_beside_placing, command_for
from kingdomino.policies.simple import GREEDY, RANDOM
from kingdomino.policies.steady import STEADY

__all__ = [
    "GREEDY",
    "POLICIES",
    "RANDOM",
    "STEADY",
    "Below",
    "Policy",
    "command",
    "command_beside_placing",
    "command_for",
]

POLICIES: dict[str, Policy] = {"random": RANDOM, "greedy": GREEDY, "steady": STEADY}
"""Every policy by its name, the weakest first."""
