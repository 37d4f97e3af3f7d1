"""The sample by which an installation is checked."""

from collections.abc import Callable
from typing import Any

import pytest

from kingdomino import tally
from kingdomino.tally import kernel_agrees


def test_the_kernel_of_this_machine_agrees() -> None:
    """As everywhere."""
    assert kernel_agrees(5)


def changed(play: Callable[..., tally.Tally]) -> Callable[..., tally.Tally]:
    """As the kernel, but for one discard."""

    def played(*arguments: Any) -> tally.Tally:
        found = play(*arguments)
        found.seen["discards"] += 1
        return found

    return played


def test_a_kernel_that_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One discard more is enough."""
    monkeypatch.setattr(tally, "tally_compiled", changed(tally.tally_compiled))
    assert not kernel_agrees(5)
