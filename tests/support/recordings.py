"""A scored game's public events, to make files of."""

from typing import Any

import orjson

from kingdomino.rules import Rules
from replays.identity import GameId
from replays.memory import MemoryEventLog
from tests.support.games import play_out, seeded, tables_on


def scored_game(players: int = 2) -> tuple[GameId, list[dict[str, Any]]]:
    """Return the id of a game that was played and scored, and its events in their public form."""
    log = MemoryEventLog()
    tables = tables_on(log)
    game = play_out(tables, players, Rules(), seeded(1))
    tables.settle(game)
    return game, [event.public() for event in log.read(game)]


def ndjson(events: list[dict[str, Any]]) -> bytes:
    """Return the events as the service sends them, one a line."""
    return b"".join(orjson.dumps(event) + b"\n" for event in events)
