"""Random games over HTTP on the whole service: played to the end, scored, and rebuilt from their record.

Every number of players, edition and first line, but not every combination: `python -m tests.long games` plays
a hundred of those.
"""

import pytest

from harness.games import seeded
from harness.play.playing import TABLES, Table, check_record, play
from harness.service import Service

TRIES = 1
"""The number of unlisted moves tried in each turn."""
VERSIONS = 20
"""The number of states of each game that are read by version; the replay has them all."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("table", TABLES[::2], ids=str)
def test_random_games(service: Service, table: Table) -> None:
    """Each game ends scored; listed moves are accepted, others refused, and the record gives every state."""
    random = seeded(0)
    game = play(service, table, random, TRIES)
    check_record(game, random, VERSIONS)
