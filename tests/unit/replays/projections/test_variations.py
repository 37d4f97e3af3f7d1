"""Variations compared with the record: repeating the actual moves gives the actual kingdoms and points."""

from collections.abc import Iterator
from itertools import product

import pytest

from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.analysis.variation import DUE, Variation
from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Command, Discard, Place
from kingdomino.game.events import DominoDiscarded, DominoPlaced
from kingdomino.game.origins_commands import GiveTotem, PutFire
from kingdomino.machine.commanding import command_of
from kingdomino.rules import Edition, Mode, Rules
from kingdomino.scoring import score
from replays.encoding.entries import StoredEvent
from replays.events.codec import decode
from replays.events.game_events import LineDealt
from replays.projections.replay import Frame, replay
from replays.projections.variations import played, unseen
from tests.games import origins

KINDS = [
    *((Rules(middle_kingdom=True, harmony=True), players) for players in (2, 3, 4)),
    (Rules(edition=Edition.SECOND), 3),
    (Rules(mighty_duel=True, harmony=True), 2),
    (Rules(no_limit=True), 4),
    *(
        (origins(mode, realm_of_fire=True, homo_habilis=True), players)
        for mode, players in product(Mode, (2, 3, 4))
    ),
]
"""Every mode and several variants."""


def frames_of(rules: Rules, players: int) -> tuple[Frame, ...]:
    """The frames of a finished random game."""
    tables = tables_on(FakeEventLog())
    return replay(tables.log, play_out(tables, players, rules, seeded(players))).frames


def turns(frames: tuple[Frame, ...]) -> Iterator[tuple[int, Game, Seat, list[Command]]]:
    """Each step one: the version before it, game, seat, and its commands up to the last fire or totem."""
    for version, frame in enumerate(frames, start=1):
        game = frame.match.game
        if game is None or game.stage is not Stage.PLACE or game.mover is None:
            continue
        events = (decode(later.event) for later in frames[version:])
        commands = (command for event in events if (command := command_of(event)))
        yield version, game, game.mover, list(_first_step(commands))


def _first_step(commands: Iterator[Command]) -> Iterator[Command]:
    yield next(commands)
    for command in commands:
        if not isinstance(command, PutFire | GiveTotem):
            return
        yield command


def domino_of(command: Command) -> DominoNumber | None:
    """The domino that the command places or discards."""
    if isinstance(command, Place):
        return command.placement.domino
    return command.domino if isinstance(command, Discard) else None


def stored(frames: tuple[Frame, ...]) -> list[StoredEvent]:
    """The events of the frames."""
    return [frame.event for frame in frames]


@pytest.mark.sampled(5)
@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), KINDS, ids=str)
def test_what_was_played_gives_what_came_of_it(rules: Rules, players: int) -> None:
    """At every placement in each mode, the kingdom, the points and the version agree with the record."""
    frames = frames_of(rules, players)
    events = stored(frames)
    count = 0
    for version, game, seat, commands in turns(frames):
        variation = Variation.begin(game, seat, unseen(events[:version]))
        for command in commands:
            assert command in variation.moves(domino_of(command))
            variation = variation.play(command)
        found = played(events[version:], seat, 1)
        assert found is not None
        after = frames[found - 1].match.game
        assert after is not None
        assert after.stage not in DUE
        assert variation.kingdom == after.kingdoms[seat]
        assert variation.score == score(after, seat)
        count += 1
    assert count >= 24


def test_all_that_a_seat_placed_gives_its_last_kingdom() -> None:
    """From the first placement to the end; beyond the last domino the record has no version."""
    frames = frames_of(Rules(), 4)
    events = stored(frames)
    start, game, seat, _ = next(turns(frames))
    variation = Variation.begin(game, seat, unseen(events[:start]))
    own = dict.fromkeys(command for _, _, mover, made in turns(frames) if mover == seat for command in made)
    for command in own:
        variation = variation.play(command)
    last = frames[-1].match.game
    assert last is not None
    assert variation.kingdom == last.kingdoms[seat]
    assert variation.left == 0
    found = played(events[start:], seat, len(own))
    assert found is not None
    assert isinstance(decode(events[found - 1]), DominoPlaced | DominoDiscarded)
    assert played(events[start:], seat, len(own) + 1) is None


@pytest.mark.slow
def test_the_unseen_are_those_that_no_line_had() -> None:
    """Left-over dominoes (R4) count as seen, those dealt later do not."""
    frames = frames_of(Rules(edition=Edition.SECOND), 3)
    dealt: set[int] = set()
    for version, frame in enumerate(frames, start=1):
        event = decode(frame.event)
        if isinstance(event, LineDealt):
            dealt |= set(event.dominoes)
        assert unseen(stored(frames[:version])) == set(range(1, 49)) - dealt
    assert len(dealt) == 48
