"""The transcript of a game from its events."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from kingdomino.board.numbers import Points, Seat
from kingdomino.game import Game, Stage
from kingdomino.game.commands import Choose, Command, Discard, Place
from kingdomino.game.events import (
    DominoChosen,
    DominoLeftOver,
    Event,
    GameEnded,
    GameStarted,
    KingDrawn,
    LineDealt,
    SeatLeft,
    SeatRejoined,
)
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.machine import automatic, evolve, start
from kingdomino.machine.commanding import command_of
from kingdomino.machine.plausible import agreeing
from kingdomino.machine.variants import first_choice
from kingdomino.scoring import score
from kingdomino.transcript.values import KingsDrawn, Step, Tag, Transcript, Turn


def transcript_of(events: Iterable[Event], tags: Sequence[Tag] = ()) -> Transcript:
    """The transcript of a game's events, `GameStarted` first, up to the end of some command.

    It has a result if the game has ended.
    """
    started, *happened = events
    if not isinstance(started, GameStarted):
        raise ValueError("a game's first event is GameStarted")
    return Transcript(
        started.rules,
        started.players,
        tuple(_steps(started, happened)),
        _result(started, happened),
        tuple(tags),
    )


def _steps(started: GameStarted, events: Sequence[Event]) -> list[Step]:
    """The steps of the transcript: consecutive kings, and commands of one turn, are joined in one step."""
    steps: list[Step] = []
    for found in _found(started, events):
        last = steps.pop() if steps else None
        steps += [found] if last is None else _joined(last, found)
    return steps


def _found(started: GameStarted, events: Sequence[Event]) -> Iterator[Step]:
    """A step for each draw and each command, without their consequences."""
    game = start(started)
    for event in events:
        step = _step(game, event)
        if step:
            yield step
        game = evolve(game, event)


def _step(game: Game, event: Event) -> Step | None:
    """The step of an event that the rules do not determine, or None."""
    match event:
        case LineDealt() | BoardRefilled() | SeatLeft() | SeatRejoined():
            return event
        case KingDrawn(seat):
            return KingsDrawn((seat,))
    return None if automatic(game, agreeing(game, event)) else _decided(game, event)


def _decided(game: Game, event: Event) -> Turn | GameEnded | None:
    """The step of a player's decision; None for an event that is no decision."""
    match event:
        case GameEnded():
            return event
        case DominoChosen() if _in_pairs(game):
            return _pair(game, event)
        case GameStarted() | LineDealt() | BoardRefilled() | DominoLeftOver():
            return None
    command = command_of(event)
    return Turn(event.seat, (command,)) if command else None


def _in_pairs(game: Game) -> bool:
    return game.stage is Stage.CHOOSE_FIRST and first_choice(game).in_pairs


def _pair(game: Game, event: DominoChosen) -> Turn | None:
    """The command of both chiefs of a seat on the first line (R21), once the second one is put; else None."""
    first = next((domino for domino, seat in game.line if seat == event.seat), None)
    return Turn(event.seat, (ChoosePair((first, event.domino)),)) if first else None


def _joined(last: Step, found: Step) -> tuple[Step, ...]:
    """One step if the second continues the first, else both."""
    match last, found:
        case KingsDrawn(seats), KingsDrawn(more):
            return (KingsDrawn(seats + more),)
        case Turn(seat, commands), Turn(actor, (command,)):
            if actor == seat and not _begins(command, commands[-1]):
                return (Turn(seat, (*commands, command)),)
    return (last, found)


def _begins(command: Command, last: Command) -> bool:
    """True if the command begins a new turn after `last`: it uses a domino in hand, or both are choices."""
    both_choose = all(isinstance(each, Choose | ChoosePair) for each in (command, last))
    return both_choose or isinstance(command, Place | Discard)


def _result(started: GameStarted, events: Sequence[Event]) -> tuple[Points, ...] | None:
    """The points by seat if the game has ended, else None."""
    if GameEnded() not in events:
        return None
    game = reduce(evolve, events, start(started))
    return tuple(score(game, Seat(seat)).total for seat in range(game.players))
