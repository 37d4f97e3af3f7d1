"""Fifty random games of every mode of Origins and of every variant, and fifty dynasties.

`test_modes.py` and `test_dynasties.py` play one of each.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from harness.games import seeded
from harness.play import dynasty_play
from harness.play.playing import MODE_TABLES, Table, check_record, play
from harness.service import Service, running_service
from tests.long.run import Case

GAMES = 50
TRIES = 3
"""The number of unlisted moves that are tried in each turn."""

Cases = Callable[[Service, int], Iterator[Case]]
"""A kind of case: yields its cases for one seed."""


def games(service: Service, seed: int) -> Iterator[Case]:
    """One case for a game at every kind of table."""
    for table in MODE_TABLES:
        yield Case(f"{table}, seed {seed}", partial(game, service, table, seed))


def dynasties(service: Service, seed: int) -> Iterator[Case]:
    """One case for a dynasty; the kind of table changes with the seed."""
    table = MODE_TABLES[seed % len(MODE_TABLES)]
    yield Case(f"dynasty of {table}, seed {seed}", partial(dynasty, service, table, seed))


KINDS: tuple[Cases, ...] = (games, dynasties)
"""Every kind of case of the run."""


@contextmanager
def modes() -> Iterator[Iterator[Case]]:
    """Cases of all kinds in turn, so that a shortened run has some of each."""
    with running_service() as service:
        yield (case for seed in range(GAMES) for kind in KINDS for case in kind(service, seed))


def game(service: Service, table: Table, seed: int) -> None:
    """Play one game, and check it in every turn and at every version."""
    random = seeded(seed)
    check_record(play(service, table, random, TRIES), random)


def dynasty(service: Service, table: Table, seed: int) -> None:
    """Play a dynasty of three games, and check its record."""
    players = service.accounts(table.players)
    founded_id = dynasty_play.founded(players, **table.rules)
    decided = dynasty_play.play(players, founded_id, seeded(seed))
    dynasty_play.check_decided(players, founded_id, decided)
