"""Which policies the compiled kernel plays, and why it does not play others."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kingdomino.kernel import state
from kingdomino.policies.literature import FULL_GREEDY, GREEDY_PLACEMENT
from kingdomino.policies.policy import Policy
from kingdomino.policies.simple import any_domino, any_placement, best_domino, best_placement
from kingdomino.rules import Rules

PLACING: Mapping[Callable[..., Any], int] = {
    any_placement: 0,
    best_placement: 1,
    GREEDY_PLACEMENT.place: 2,
    FULL_GREEDY.place: 3,
}
"""The ways to place that the kernel has, by its numbers for them (`kernel/playing.pxd`)."""

CHOOSING: Mapping[Callable[..., Any], int] = {
    any_domino: 0,
    best_domino: 1,
    GREEDY_PLACEMENT.choose: 2,
    FULL_GREEDY.choose: 3,
}
"""The ways to choose that it has."""


def styles(policies: Sequence[Policy]) -> list[tuple[int, int]]:
    """How each policy places and chooses, in the kernel's numbers; each of them is one that it plays."""
    return [(PLACING[policy.place], CHOOSING[policy.choose]) for policy in policies]


def why_pure(rules: Rules, policies: Mapping[str, Policy]) -> str:
    """Why games of these rules and policies, by name, run in Python; empty where the kernel plays them."""
    if not state().runs:
        return f"the kernel does not run: {state().why_not}"
    from kingdomino.kernel.tables import plays  # noqa: PLC0415 - it is there, as was just found

    if not plays(rules):
        return "the kernel plays the base game with a limit only"
    others = [
        name
        for name, policy in policies.items()
        if policy.place not in PLACING or policy.choose not in CHOOSING
    ]
    return f"the kernel does not play {', '.join(others)}" if others else ""
