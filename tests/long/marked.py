"""The tests with the marker `long`, which `make test` leaves out: `python -m tests.long marked`."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.long.run import Case

ROOT = Path(__file__).parents[2]
SUITES = ("browser", "integration")


@contextmanager
def marked() -> Iterator[Iterator[Case]]:
    """One case for each suite with marked tests."""
    yield (Case(suite, partial(check, suite)) for suite in SUITES)


def check(suite: str) -> None:
    """Check that the suite has marked tests and that all of them pass."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "long", f"tests/{suite}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
