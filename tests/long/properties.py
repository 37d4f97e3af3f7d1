"""All property tests with a thousand new examples each: `python -m tests.long properties`."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.long.run import Case

ROOT = Path(__file__).parents[2]
SUITES = ("properties", "unit")


@contextmanager
def properties() -> Iterator[Iterator[Case]]:
    """One case for each suite with property tests."""
    yield (Case(suite, partial(check, suite)) for suite in SUITES)


def check(suite: str) -> None:
    """Check that all tests of the suite pass."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--hypothesis-profile=many", f"tests/{suite}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
