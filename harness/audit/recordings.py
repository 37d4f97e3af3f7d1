"""The public events of whole games, as content for files."""

from typing import Any

import orjson

from harness.games import play_out, seeded, tables_on
from harness.play.correspondence import HOUR, Correspondence
from harness.store.fake_log import FakeEventLog
from kingdomino.board.numbers import Seat
from kingdomino.rules import Rules
from replays.encoding.identity import GameId


def scored_game(players: int = 2) -> tuple[GameId, list[dict[str, Any]]]:
    """Return the id of a game that was played and scored, and its events in their public form."""
    log = FakeEventLog()
    tables = tables_on(log)
    game = play_out(tables, players, Rules(), seeded(1))
    tables.settle(game)
    return game, [event.public() for event in log.read(game)]


def eventful_game() -> tuple[GameId, list[dict[str, Any]]]:
    """Return a game with a plan, a greedy bot and a player who resigns, and its public events.

    The plan was stored on 2026-12-29 00:00 UTC; after the other player had left, player 0 agreed to end the
    game.
    """
    table = Correspondence(4, players=3)
    table.fill("greedy", None)
    while table.match.mover == 0:
        table.moves(1)
    table.lay_plan(Seat(0))
    table.wait(HOUR)
    while table.match.mover == 2:
        table.moves(1)
    table.attendance.resign(table.match, "player-2")
    table.work()
    table.attendance.agree_to_end(table.match, "player-0")
    table.work()
    return table.game, [event.public() for event in table.played.events]


def ndjson(events: list[dict[str, Any]]) -> bytes:
    """Return the events in the form in which the service sends them, one per line."""
    return b"".join(orjson.dumps(event) + b"\n" for event in events)
