"""The integration and crash tests on every server program of this machine: `python -m tests.long servers`."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from harness.programs.on_program import run_tests, version_of
from harness.store.programs import all_programs
from tests.long.run import Case

SUITES = ("tests/integration", "tests/crash", "tests/unit/replays/store/test_store_check.py")
LEFT_OUT = "tests/integration/store/test_other_servers.py"
"""Left out because it runs tests on servers other than the chosen one."""
PROCESSES = "2"


@contextmanager
def servers() -> Iterator[Iterator[Case]]:
    """One case for each program: the embedded one, those on PATH, and those of requirements-servers.txt."""
    yield (Case(str(program), partial(check, program)) for program in all_programs())


def check(program: Path) -> None:
    """Check that all tests pass on this program; prints the program, its version and the numbers of tests."""
    outcome = run_tests(program, ["-n", PROCESSES, "--dist", "worksteal", "--ignore", LEFT_OUT, *SUITES])
    counts = f"{outcome.passed} passed, {outcome.failed} failed, {outcome.skipped} skipped"
    print(f"{program}: {version_of(program)}: {counts}", flush=True)
    assert outcome.failed == 0, outcome.output
    assert outcome.passed > 0, outcome.output
