"""The core tests on every further server program of this machine: we name only servers that we ran on.

A round of kills is marked as long. `python -m tests.long servers` runs all tests there. `.ci/run` installs
Debian's redis-server for this.
"""

import os
from pathlib import Path

import pytest

from harness.programs.crash import Victim, installed
from harness.programs.on_program import run_tests
from harness.store.programs import all_programs, id_of
from replays.runtime.settings.settings import STORE_PROGRAM
from tests.crash.support.audit import audit
from tests.crash.support.play import MOVES, Campaign, Strike

HEART = ["tests/integration/log/test_log.py", "-k", "TestRealServer"]
"""The log's suite."""
OTHERS = [] if os.environ.get(STORE_PROGRAM.name) else all_programs()[1:]
"""The server programs that the other tests do not use."""


@pytest.mark.long
@pytest.mark.parametrize("program", OTHERS, ids=id_of)
def test_the_heart_of_the_tests(program: Path) -> None:
    """All core tests pass on this server, and none is skipped."""
    outcome = run_tests(program, HEART)
    assert outcome.failed == 0, outcome.output
    assert outcome.skipped == 0, outcome.output
    assert outcome.passed > 0, outcome.output


@pytest.mark.long
@pytest.mark.parametrize("program", OTHERS, ids=id_of)
def test_a_round_of_kills(program: Path, tmp_path: Path) -> None:
    """No acknowledged move is lost in a game in which the store is killed twice and the parent once."""
    kills = ((Victim.STORE, 10), (Victim.PARENT, 24), (Victim.STORE, MOVES[2]))
    with installed(tmp_path, {STORE_PROGRAM.name: str(program)}) as site:
        strikes = [Strike(victim, 0, move) for victim, move in kills]
        audit(site, Campaign(site, [2], strikes, seed=1).run())


def test_there_is_a_second_server_where_changes_are_checked() -> None:
    """`.ci/run` has a second server, so that the tests above run there."""
    if os.environ.get("CI") == "true" and not os.environ.get(STORE_PROGRAM.name):
        assert OTHERS, "install redis-server (or valkey-server): .ci/run does"
