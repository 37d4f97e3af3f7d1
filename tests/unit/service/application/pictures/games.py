"""Games for drawing."""

from collections.abc import Mapping
from functools import cache

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.rules import GameKind, Mode, Rules
from replays.match.aggregate import Match
from replays.projections.replay import replay

TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)
NAMES: Mapping[str, str | None] = {
    "player-0": "Ann",
    "player-1": 'Ben <b>&"',
    "player-2": "สมชาย",
    "player-3": "Bartholomew of York and of Kent, the 3rd",
}


def newly_played(players: int, rules: Rules | None = None) -> tuple[Match, ...]:
    """The match after each event of a scored game, another one at each call."""
    log = FakeEventLog()
    tables = tables_on(log)
    game = play_out(tables, players, rules or Rules(), seeded(players))
    tables.settle(game)
    return tuple(frame.match for frame in replay(log, game).frames)


played = cache(newly_played)
"""The match after each event of a scored game, the same one at each call."""
