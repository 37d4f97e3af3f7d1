"""A hundred random games of each number of players and edition; `test_games` plays six."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from harness.games import seeded
from harness.play.playing import TABLES, Table, check_record, play
from harness.service import Service, running_service
from tests.long.run import Case

GAMES = 34
"""The games at each table: 102 for each number of players and edition, as there are three first lines."""
TRIES = 3
"""The number of unlisted moves that are tried in each turn."""


@contextmanager
def games() -> Iterator[Iterator[Case]]:
    """Cases for all kinds of table in turn, so that a shortened run has some of each."""
    with running_service() as service:
        yield (
            Case(f"{table}, seed {seed}", partial(game, service, table, seed))
            for seed in range(GAMES)
            for table in TABLES
        )


def game(service: Service, table: Table, seed: int) -> None:
    """Play one game, and check it in every turn and at every version."""
    random = seeded(seed)
    check_record(play(service, table, random, TRIES), random)
