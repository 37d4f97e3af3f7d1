"""The decisions of a game: which seat chose which command, in which position, with which knowledge."""

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Command
from kingdomino.game.events import DominoChosen, Event, LineDealt, SeatLeft, SeatRejoined
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.machine.commanding import command_of
from kingdomino.machine.plausible import DRAWS
from kingdomino.machine.variants import first_choice
from kingdomino.rules import DOMINO_COUNT

ALL = frozenset(map(DominoNumber, range(1, DOMINO_COUNT + 1)))


class Before(Enum):
    """The events between the last decision and this one, apart from the consequences of the last."""

    NOTHING = "nothing"
    DRAW = "draw"
    """A line, a king or cavemen were drawn."""
    OTHER = "other"
    """A seat was left or rejoined, so the game goes on with other players."""


class RecordedEvent(NamedTuple):
    """An event of a game's record and the game just after it; None for a part that the rules do not know."""

    version: int
    event: Event | None
    game: Game | None


class PublicPosition(NamedTuple):
    """A game at a version, and the dominoes that no line has had so far: all public knowledge."""

    version: int
    game: Game
    unseen: frozenset[DominoNumber]


class Decision(NamedTuple):
    """The command of a seat; `version` is that of its first event, `position` the one before it."""

    version: int
    position: PublicPosition
    seat: Seat
    command: Command
    before: Before


def decisions(steps: Iterable[RecordedEvent]) -> Iterator[Decision]:
    """Every decision of the record in order; automatic moves of idle seats (R32) are not decisions."""
    game: Game | None = None
    unseen, since, following = ALL, Before.DRAW, 0
    for version, event, after in steps:
        if following and isinstance(event, DominoChosen):
            following -= 1
        elif game is not None and event is not None and (command := _chosen(game, event)) is not None:
            seat = game.mover or Seat(0)
            yield Decision(version, PublicPosition(version - 1, game, unseen), seat, command, since)
            since = Before.NOTHING
            following = 3 if isinstance(command, ChoosePair) else 0
        elif isinstance(event, SeatLeft | SeatRejoined):
            since = Before.OTHER
        elif isinstance(event, DRAWS) and since is Before.NOTHING:
            since = Before.DRAW
        if isinstance(event, LineDealt):
            unseen -= set(event.dominoes)
        game = after


def _chosen(game: Game, event: Event) -> Command | None:
    """The player's command in this position that led to the event, or None."""
    command = command_of(event)
    if command is None or game.mover is None or game.mover in game.idle:
        return None
    if isinstance(event, DominoChosen) and game.stage is Stage.CHOOSE_FIRST and first_choice(game).in_pairs:
        return _pair(game, event)
    return command


def _pair(game: Game, event: DominoChosen) -> ChoosePair:
    """The pair that begins with this domino (R21); the three choices after it follow automatically."""
    pairs = (option for option in first_choice(game).legal(game) if isinstance(option, ChoosePair))
    return next(pair for pair in pairs if event.domino in pair.dominoes)
