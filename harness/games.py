"""Games for tests: played through the same interfaces as all others, without waiting."""

import os
from random import Random

from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.bootstrap import now_ms
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import GameId, new_game_id
from replays.log.event_log import EventLog
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore

KEY = bytes(32)
ADDRESS = "192.0.2.1"
"""The address from which accounts are registered (reserved for documentation, RFC 5737)."""

STUDY = b"""[Game "kingdomino"]
[Rules "classic drawn"]
[RulesVersion "1"]
[Players "2"]

line 1 2 3 4
kings 0
"""
"""The text of a game in which no player has chosen yet, as a study."""


def tables_on(log: EventLog, key: bytes = KEY) -> Tables:
    """Return the tables on this log."""
    return Tables(log, SeedStore(key), now_ms, os.urandom)


def play_out(tables: Tables, players: int, rules: Rules, random: Random) -> GameId:
    """Play a new game with random legal moves until it is finished, and return its id."""
    first, *others = [Sitter(f"player-{seat}", None) for seat in range(players)]
    opened = tables.create(new_game_id(random.randbytes(16)), NewTable(rules, players, first.player, first))
    match = opened.after
    for other in others:
        match = tables.join(match, other).after
    return finish(tables, match.id, random)


def finish(tables: Tables, game: GameId, random: Random) -> GameId:
    """Play a game that has started with random legal moves until it is finished, and return its id.

    Bots make their own moves.
    """
    match = tables.match(game)
    while (now := match.game) is not None and (mover := now.mover) is not None:
        if match.policy_of(mover) is not None:
            match = tables.play_bot(match)
            continue
        choice = random.choice(legal_commands(now))
        match = tables.move(match, Move(match.sitters[mover].player, choice, match.head.version)).after
    return match.id


def seeded(seed: int) -> Random:
    """Return a random generator that gives the same choices for the same seed."""
    return Random(seed)  # noqa: S311 - no secret depends on it
