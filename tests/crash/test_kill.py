"""`kill -9` of any process in any step: nothing acknowledged is lost, and everything is done exactly once."""

import sys
from pathlib import Path

import pytest

from harness.games import seeded
from harness.programs.crash import installed
from tests.crash.strikes import strike_all

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

KILLS = 25
"""How many there are at least in every run of the tests; `python -m tests.long crash` has 500."""


def test_everything_is_killed_in_every_step(tmp_path: Path) -> None:
    """Store, worker, relay, web process and parent in turn, on one installation."""
    with installed(tmp_path) as site:
        assert strike_all(site, seeded(1)) >= KILLS
