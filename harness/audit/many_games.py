"""The bundles of series with many games: cups, which must be declared (`harness.play.cups`)."""

from collections.abc import Iterator
from functools import cache

from harness.audit.audits import SERVICE
from harness.games import finish, seeded, tables_on
from harness.play.cups import CUP, game_id
from harness.store.fake_log import FakeEventLog
from replays.audit.bundle.building import game_bundle, series_parts
from replays.encoding.identity import derived_game_id

CUP_ID = derived_game_id("a long cup")


@cache
def cup(rounds: int) -> bytes:
    """The bundle of a cup of two players with this many games that is over."""
    return b"".join(cup_parts(rounds, 2))


def cup_parts(rounds: int, players: int) -> Iterator[bytes]:
    """The pieces of the bundle of a cup that is over, with games of this many players."""
    log = FakeEventLog()
    tables = tables_on(log)
    cups = CUP.commands(tables, tables._clock)
    entrants = [f"player-{number}" for number in range(players)]
    cups.found(CUP_ID, entrants[0], entrants, rounds)
    for number in range(1, rounds + 1):
        cups.advance(CUP_ID)
        finish(tables, game_id(CUP_ID, number), seeded(number))
        tables.settle(game_id(CUP_ID, number))
    now = cups.advance(CUP_ID)
    games = (game_bundle(each.id, log.read(each.id), SERVICE) for each in now.games)
    return series_parts(CUP, CUP_ID, log.read(CUP_ID), games, SERVICE)
