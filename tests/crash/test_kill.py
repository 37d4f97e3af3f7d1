"""`kill -9` of any process in mid-game: nothing acknowledged is lost, every game is scored exactly once."""

import sys
from pathlib import Path

import pytest

from tests.crash.audit import audit
from tests.crash.play import MOVES, Campaign, Strike
from tests.support.crash import Victim, installed
from tests.support.games import seeded

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes under /proc")

TABLES = (2, 2, 3)


@pytest.mark.parametrize("victim", Victim)
def test_nothing_acknowledged_is_lost(tmp_path: Path, victim: Victim) -> None:
    """Killed once among the moves of three games, and once just before or after the last move of one."""
    seed = list(Victim).index(victim)
    random = seeded(seed)
    end = MOVES[TABLES[1]]
    strikes = [
        Strike(victim, 0, random.randrange(1, end - 1)),
        Strike(victim, 1, random.choice([end - 1, end])),
    ]
    with installed(tmp_path) as site:
        audit(site, Campaign(site, TABLES, strikes, seed).run())
