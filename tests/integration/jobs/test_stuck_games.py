"""Games whose work fails hold up no other game, on a real server with a real worker."""

import itertools

import pytest

from harness.games import tables_on
from harness.jobs.site import Site, site
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import GameId, derived_game_id
from replays.match.aggregate import Sitter
from workers.relay import sweeper as sweeping
from workers.relay.sweeper import DueSweeper

__all__ = ["site"]

AT_ONCE = 3


def begun(tables: Tables, name: str, count: int) -> list[GameId]:
    """Begin this many games of a person and a bot, in which it is the bot's turn."""
    found = []
    for number in itertools.count():
        table = NewTable(Rules(), 2, "ann", Sitter("ann", None))
        match = tables.create(derived_game_id(name, str(number)), table).after
        match = tables.seat_bot(match, "ann", "random").after
        if match.mover == Seat(1):
            found.append(match.id)
        if len(found) == count:
            break
    return found


def test_games_that_cannot_act_hold_up_no_other(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeds of more games than a sweep reads are sealed with a lost key; the game behind them goes on.

    The broken games are named with the code. With the key back, a new relay tries them at once.
    """
    monkeypatch.setattr(sweeping, "DUE_AT_ONCE", AT_ONCE)
    others = tables_on(site.log, key=bytes([1] * 32))
    broken = begun(others, "broken", 2 * AT_ONCE)
    [healthy] = begun(site.tables, "healthy", 1)
    head = site.tables.match(healthy).head
    sweeper = DueSweeper(site.log, site.dispatcher, site.clock)
    for _ in range(3):
        sweeper.sweep()
        site.work()
    assert site.tables.match(healthy).head.version > head.version
    setbacks = site.log.longest_stuck("act", 99)
    assert {(each.item, each.code) for each in setbacks} == {(game, "vault/refused") for game in broken}
    assert len(site.queue.rq.failed_job_registry) == len(broken)
    DueSweeper(site.log, site.dispatcher, site.clock).sweep()
    site.work(others)
    assert site.log.longest_stuck("act", 99) == []
    assert all(others.match(game).head.version > head.version for game in broken)
