"""`kingdomino simulate` on several cores: its child processes end with it in every case."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from harness.processes import descendants, living
from harness.waiting import PATIENCE, eventually

LONG = ("-m", "service.cli.main", "simulate", "--games", "1000000", "--jobs", "2", "--policy", "steady")
"""Hours of games, since the kernel does not play this policy."""
PLAIN = (sys.executable, *LONG)
IN_BACKGROUND = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh", *PLAIN)
"""The command as a script starts it with `&`: SIGINT is ignored."""


@contextmanager
def simulating(command: Sequence[str] = PLAIN) -> Iterator[tuple[subprocess.Popen[str], set[int]]]:
    """A run that would take hours, and its two child processes."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        try:
            yield run, set(eventually(lambda: _two(run.pid)))
        finally:
            run.kill()


def _two(pid: int) -> set[int]:
    found = set(descendants(pid))
    return found if len(found) == 2 else set()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nobody_plays_on(end: signal.Signals) -> None:
    """The child processes end after Ctrl-C, SIGTERM or SIGKILL to the command alone; Ctrl-C is confirmed."""
    with simulating() as (run, players):
        run.send_signal(end)
        _, said = run.communicate(timeout=PATIENCE)
        eventually(lambda: not players & living().keys())
        assert run.returncode == (1 if end is signal.SIGINT else -end)
        assert said.strip() == ("Aborted!" if end is signal.SIGINT else "")


def test_ctrl_c_leaves_alone_what_runs_in_the_background() -> None:
    """Ctrl-C in the terminal ends neither a command in the background nor its child processes."""
    with simulating(IN_BACKGROUND) as (run, players):
        for pid in [run.pid, *players]:
            os.kill(pid, signal.SIGINT)
        with pytest.raises(subprocess.TimeoutExpired):
            run.wait(1)
        assert players <= living().keys()


@pytest.mark.long
def test_a_process_that_is_killed_is_told() -> None:
    """The command reports a killed child process, for example when memory is short."""
    with simulating() as (run, players):
        os.kill(min(players), signal.SIGKILL)
        _, said = run.communicate(timeout=PATIENCE)
        assert run.returncode == 1
        assert "fewer --jobs need less memory" in said


def test_a_terminal_shows_how_far_it_is() -> None:
    """A terminal shows a progress bar on standard error; the result is on standard output."""
    reader, terminal = os.openpty()
    command = [sys.executable, "-m", "service.cli.main", "simulate", "--games", "5", "--seed", "1", "--json"]
    with open(reader, "rb", buffering=0) as shown:  # noqa: PTH123 - a terminal has no path
        ended = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, check=True)
        os.close(terminal)
        bar = shown.read(4096).decode()
    assert json.loads(ended.stdout)["games"] == 5
    assert "games" in bar
    assert "5/5" in bar
