"""The sample of games that checks the kernel of an installation."""

from collections.abc import Callable
from typing import Any

import pytest

from kingdomino.simulation import tally
from kingdomino.simulation.tally import kernel_agrees


@pytest.mark.slow
def test_the_kernel_of_this_machine_agrees() -> None:
    """The kernel of this installation gives the results of the rules."""
    assert kernel_agrees(5)


def changed(play: Callable[..., tally.Tally]) -> Callable[..., tally.Tally]:
    """The kernel's function with one discard too many in its result."""

    def played(*arguments: Any) -> tally.Tally:
        found = play(*arguments)
        found.seen["discards"] += 1
        return found

    return played


@pytest.mark.slow
def test_a_kernel_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single extra discard is enough to detect a kernel that differs."""
    monkeypatch.setattr(tally, "tally_compiled", changed(tally.tally_compiled))
    assert not kernel_agrees(5)
