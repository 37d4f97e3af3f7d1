"""Random games over HTTP on the whole service: played to the end, scored, and rebuilt from their record.

Every number of players, edition and first line, though not each with each: `python -m tests.long games` plays
a hundred of those.
"""

import pytest

from harness.games import seeded
from harness.play.playing import TABLES, Table, check_record, play
from harness.service import Service

TRIES = 1
"""How many moves that are not listed are tried in each turn."""
VERSIONS = 20
"""How many states of each game are asked for by their version; the replay gives them all."""


@pytest.mark.parametrize("table", TABLES[::2], ids=str)
def test_random_games(service: Service, table: Table) -> None:
    """Each ends scored; listed moves are accepted, others refused, and the record gives every state."""
    random = seeded(0)
    game = play(service, table, random, TRIES)
    check_record(game, random, VERSIONS)
