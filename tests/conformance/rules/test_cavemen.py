"""Every draw of a game of Origins can be repeated from its public events alone (R21, R29).

`docs/organize/randomness.md` defines the draws; `Reference` in `vectors/test_randomness.py` repeats them.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from harness.audit.cavemen import TILES, shuffles
from harness.audit.digests import public, reference_digest
from harness.games import seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.game.commands import Command
from kingdomino.game.origins_commands import Pass, Recruit
from kingdomino.game.table import TILES as RULES_TILES
from kingdomino.game.table import Origin
from kingdomino.machine import legal_commands
from kingdomino.rules import GameKind, Mode, Rules
from replays.commands.tables import Move, NewTable
from replays.encoding.identity import GameId, new_game_id
from replays.match.aggregate import Sitter
from tests.conformance.vectors.test_randomness import Reference

Event = Mapping[str, Any]

TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)


def played(players: int, random: Random) -> tuple[GameId, list[Event]]:
    """The id and the public record of a game in which many cavemen are taken, also from the stack."""
    tables = tables_on(FakeEventLog())
    first, *others = [
        Sitter(f"player-{seat}", None if seat == 1 else random.randbytes(32).hex()) for seat in range(players)
    ]
    match = tables.create(
        new_game_id(random.randbytes(16)), NewTable(TRIBE, players, first.player, first)
    ).after
    for other in others:
        match = tables.join(match, other).after
    while match.game is not None and match.game.mover is not None:
        mover = match.sitters[match.game.mover]
        choice = preferred(legal_commands(match.game), random)
        match = tables.move(match, Move(mover.player, choice, match.head.version)).after
    tables.settle(match.id)
    stored, fault = tables.log.read_checked(match.id)
    assert fault is None
    return match.id, public(stored)


def preferred(commands: Sequence[Command], random: Random) -> Command:
    """A command to recruit from the stack if possible, sometimes one from the board, otherwise any."""
    payments = {
        source: [c for c in commands if isinstance(c, Recruit) and c.source is source] for source in Origin
    }
    declined = [command for command in commands if isinstance(command, Pass)]
    from_board = payments[Origin.BOARD] if random.random() < 0.4 else declined
    return random.choice(payments[Origin.STACK] or from_board or commands)


def reference(game: GameId, events: Sequence[Event], purpose: str) -> Reference:
    """The draws for a purpose, from the revealed seed and the digest of the record."""
    seed = next(event["data"]["seed"] for event in events if event["type"] == "SeedRevealed")
    return Reference(bytes.fromhex(seed), purpose, str(game), reference_digest(events))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_stack_can_be_shuffled_again(players: int) -> None:
    """R29: the cavemen on the board are those that the seed gives, also after every reshuffle."""
    from_later_shuffles = 0
    for attempt in range(8):
        game, events = played(players, seeded(attempt))
        for number, shuffle in enumerate(shuffles(events)):
            order = reference(game, events, f"cavemen/{number}").shuffle(list(shuffle.tiles))
            assert order[: len(shuffle.drawn)] == shuffle.drawn
            from_later_shuffles += len(shuffle.drawn) if number else 0
    assert from_later_shuffles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deck_and_the_kings_can_be_drawn_again(players: int) -> None:
    """R20, R21: the seed gives 12 lines of 4 dominoes, and the kings' order, in pairs for two players."""
    game, events = played(players, seeded(players))
    deck = reference(game, events, "deck").shuffle(list(range(1, 49)))
    lines = [event["data"]["dominoes"] for event in events if event["type"] == "LineDealt"]
    assert lines == [sorted(deck[i : i + 4]) for i in range(0, 48, 4)]
    kings = reference(game, events, "kings").shuffle(list(range(players)))
    drawn = [event["seat"] for event in events if event["type"] == "KingDrawn"]
    assert drawn == [seat for seat in kings for _ in range(2 if players == 2 else 1)]


def test_the_tiles_are_those_of_the_page() -> None:
    """R30: the tiles of the rules are those of the page, in the order before shuffling."""
    assert [tile.value for tile in RULES_TILES] == TILES
