"""Policies: each picks one of the legal commands for the seat to act (`docs/play/bots.md`).

A policy sees what lies on the table and nothing hidden. It has no randomness of its own: for each random
decision it calls `below(n)`, which returns a number from 0 to n - 1.

A released version never changes. Start with `policy.py`.
"""

from kingdomino.policies.bots import BOTS, Bot, is_slow, plain_name, policy_named, quick, stored_names
from kingdomino.policies.literature import FULL_GREEDY, GREEDY_PLACEMENT
from kingdomino.policies.policy import Below, Policy, command, command_beside_placing, command_for
from kingdomino.policies.searching import NeedsKernel
from kingdomino.policies.simple import GREEDY, RANDOM
from kingdomino.policies.steady import STEADY
from kingdomino.policies.strong import STRONG

__all__ = [
    "BOTS",
    "FULL_GREEDY",
    "GREEDY",
    "GREEDY_PLACEMENT",
    "RANDOM",
    "STEADY",
    "STRONG",
    "Below",
    "Bot",
    "NeedsKernel",
    "Policy",
    "command",
    "command_beside_placing",
    "command_for",
    "is_slow",
    "plain_name",
    "policy_named",
    "quick",
    "stored_names",
]
