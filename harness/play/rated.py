"""Rated games for tests, played in a log with all parts of a service."""

from collections.abc import Sequence
from random import Random

from harness.games import finish
from kingdomino.rules import Rules
from replays.commands.tables import NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.events.game_events import Options
from replays.match.aggregate import Sitter

RATED = Options(rated=True)


def rated_game(
    tables: Tables,
    players: Sequence[str],
    random: Random,
    rules: Rules | None = None,
    options: Options = RATED,
) -> GameId:
    """Play a rated game of these players until it is scored, and return its id."""
    first, *others = [Sitter(player, None) for player in players]
    game = new_game_id(random.randbytes(16))
    table = NewTable(rules or Rules(), len(players), first.player, first, options)
    match = tables.create(game, table).after
    for other in others:
        match = tables.join(match, other).after
    finish(tables, match.id, random)
    tables.settle(match.id)
    return match.id
