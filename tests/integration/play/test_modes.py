"""Random games of every mode of Origins and of the variants over HTTP, like `test_games` for the base game.

Every mode and variant, but not every number of players: `python -m tests.long modes` plays fifty of each.
"""

import pytest

from harness.games import seeded
from harness.play.playing import MODE_TABLES, Table, check_record, play
from harness.service import Service

TRIES = 1
"""The number of unlisted moves tried in each turn."""
VERSIONS = 5
"""The number of states of each game that are read by version; the replay has them all."""


@pytest.mark.sampled(8)
@pytest.mark.parametrize("table", MODE_TABLES[::2], ids=str)
def test_random_games(service: Service, table: Table) -> None:
    """Each game ends scored; listed moves are accepted, others refused, and the record gives every state."""
    random = seeded(table.players)
    game = play(service, table, random, TRIES)
    check_record(game, random, VERSIONS)
