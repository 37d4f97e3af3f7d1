"""A child that dies is restarted: soon, later if it died young, and soon again after a long life."""

import subprocess
import sys
from dataclasses import dataclass

import pytest

from service.server.child import Child, Process
from service.server.restart_policy import RestartPolicy


@dataclass
class Clock:
    """A clock that the test controls."""

    now: float = 1000.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


def exits_at_once() -> Process:
    """A program that has already ended with exit code 3."""
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", "raise SystemExit(3)"], start_new_session=True
    )
    process.wait()
    return process


def test_pauses_double_up_to_two_seconds() -> None:
    """Pauses are 0.1 s after the first death, then double, up to 2 s."""
    policy, pauses = RestartPolicy(), []
    for _ in range(7):
        policy = policy.after_life_of(0.0)
        pauses.append(policy.pause)
    assert pauses == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0])


def test_a_long_life_begins_anew() -> None:
    """A life of 30 s resets the pause; a shorter one does not."""
    tired = RestartPolicy(2.0)
    assert tired.after_life_of(30.0) == RestartPolicy(0.1)
    assert tired.after_life_of(29.9) == RestartPolicy(2.0)


def test_a_child_is_started_when_its_pause_is_over() -> None:
    """A death is reported once, and the next start waits for its time."""
    clock = Clock()
    starts: list[float] = []

    def launch() -> Process:
        starts.append(clock.now)
        return exits_at_once()

    child = Child("moth", launch, clock=clock)
    for _ in range(3):
        child.start_when_due()
        assert child.has_died() == 3
        assert child.has_died() is None
        child.start_when_due()  # too early
        assert child.due is not None
        clock.now = child.due
    assert starts == pytest.approx([1000.0, 1000.1, 1000.3])


def test_a_launch_that_fails_counts_as_a_death() -> None:
    """The error reaches the caller, and the next attempt has its pause."""
    clock = Clock()

    def fail() -> Process:
        raise OSError("no such program")

    child = Child("ghost", fail, clock=clock)
    with pytest.raises(OSError, match="no such program"):
        child.start_when_due()
    assert child.due == pytest.approx(1000.1)
    child.kill()
    assert child.has_ended(0.0)
