"""Running the tests once more with another server program (`KINGDOMINO_STORE_PROGRAM`)."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from replays.runtime.settings.settings import STORE_PROGRAM

ROOT = Path(__file__).parents[2]
_COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed)")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The numbers of tests that passed, failed (errors included) and were skipped, and the output."""

    passed: int
    failed: int
    skipped: int
    output: str


def run_tests(program: Path, arguments: Sequence[str]) -> Outcome:
    """Run pytest with these arguments on a server program."""
    environ = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_XDIST")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--no-header", *arguments],
        env={**environ, STORE_PROGRAM.name: str(program)},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    counts = {kind.rstrip("s"): int(number) for number, kind in _COUNT.findall(done.stdout.splitlines()[-1])}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    return Outcome(
        counts.get("passed", 0), failed or int(done.returncode != 0), counts.get("skipped", 0), done.stdout
    )


def version_of(program: Path) -> str:
    """The version that a server program reports, such as "Redis server v=7.0.15"."""
    done = subprocess.run([str(program), "--version"], capture_output=True, text=True, check=True)
    return done.stdout.partition(" sha=")[0].strip()
