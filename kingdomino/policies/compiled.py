"""The policies that the compiled kernel can play, and the reason why it cannot play a game."""

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
"""The ways to place that the kernel supports, with its number of each (`kernel/playing.pxd`)."""

CHOOSING: Mapping[Callable[..., Any], int] = {
    any_domino: 0,
    best_domino: 1,
    GREEDY_PLACEMENT.choose: 2,
    FULL_GREEDY.choose: 3,
}
"""The ways to choose that the kernel supports, with its number of each."""


def styles(policies: Sequence[Policy]) -> list[tuple[int, int]]:
    """The kernel's numbers of placing and choosing for each policy; the kernel must support all of them."""
    return [(PLACING[policy.place], CHOOSING[policy.choose]) for policy in policies]


def why_pure(rules: Rules, policies: Mapping[str, Policy]) -> str:
    """The reason why these rules and policies, by name, run in Python; empty if the kernel plays them."""
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
