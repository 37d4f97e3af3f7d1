"""`kingdomino doctor` reports whether the compiled kernel runs, and tests it."""

import pytest

from kingdomino.kernel import KernelState
from service.ops.doctor import machine
from service.ops.doctor.results import Level

RUNS, OFF = KernelState(runs=True, why_not=""), KernelState(runs=False, why_not="KINGDOMINO_KERNEL is off")


@pytest.mark.parametrize(
    ("state", "agrees", "level", "text"),
    [
        (RUNS, True, Level.OK, "compiled; it played 10 games as the rules do"),
        (RUNS, False, Level.FAIL, "it plays other games than the rules: install"),
        (OFF, False, Level.OK, "the pure rules run, which play the same, slower; KINGDOMINO_KERNEL is off"),
    ],
    ids=["runs", "differs", "off"],
)
def test_the_kernel_is_tried_where_it_runs(
    state: KernelState,
    agrees: bool,  # noqa: FBT001
    level: Level,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A kernel with different results fails the check; without a kernel everything works."""
    monkeypatch.setattr(machine, "state", lambda: state)
    monkeypatch.setattr(machine, "kernel_agrees", lambda _: agrees)
    (found,) = machine.kernel()
    assert (found.about, found.level) == ("kernel", level)
    assert found.text.startswith(text)
