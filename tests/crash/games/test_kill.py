"""Any process is killed, `kill -9`, in any step: no acknowledged change is lost, and none happens twice."""

import sys
from pathlib import Path

import pytest

from harness.games import seeded
from harness.programs.crash import installed
from tests.crash.support.strikes import strike_all

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

KILLS = 30
"""The minimum number of kills in each run of the tests; `python -m tests.long crash` has 500."""


def test_everything_is_killed_in_every_step(tmp_path: Path) -> None:
    """One installation survives kills of store, worker, relay, web process and parent in every step."""
    with installed(tmp_path) as site:
        assert strike_all(site, seeded(1)) >= KILLS
