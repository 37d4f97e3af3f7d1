"""Whole games in memory, as their public record, for pages that read a file."""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random

from harness.games import KEY
from harness.store.fake_log import FakeEventLog
from kingdomino.game.commands import Command
from kingdomino.machine import legal_commands
from kingdomino.rules import Rules
from replays.commands.tables import Move, NewTable, Tables
from replays.encoding.identity import new_game_id
from replays.match.aggregate import Sitter
from replays.match.randomness.seed_store import SeedStore
from tests.browser.support.bundles import Event

Record = tuple[str, list[Event]]
"""The id of a game and its public events."""

Choice = Callable[[Sequence[Command], Random], Command]

START = 1_767_225_600_000
"""The time of the first event, in ms UTC."""

SILENT_SEATS = (1, 3)
"""The seats that send no entropy."""


def any_of(commands: Sequence[Command], random: Random) -> Command:
    """Choose any legal command."""
    return random.choice(commands)


def recorded(rules: Rules, players: int, random: Random, choose: Choice = any_of) -> Record:
    """The record of a game played to its score; the draws, too, come from `random`."""
    times = count(START)  # the draws depend on the first event, and so on its time
    tables = Tables(FakeEventLog(), SeedStore(KEY), lambda: next(times), random.randbytes)
    first, *others = [
        Sitter(f"player-{seat}", None if seat in SILENT_SEATS else random.randbytes(32).hex())
        for seat in range(players)
    ]
    table = NewTable(rules, players, first.player, first)
    match = tables.create(new_game_id(random.randbytes(16)), table).after
    for other in others:
        match = tables.join(match, other).after
    while match.game is not None and match.game.mover is not None:
        mover = match.sitters[match.game.mover]
        command = choose(legal_commands(match.game), random)
        match = tables.move(match, Move(mover.player, command, match.head.version)).after
    tables.settle(match.id)
    stored, fault = tables.log.read_checked(match.id)
    assert fault is None
    return match.id, [{**event.record, "hash": event.hash} for event in stored]
