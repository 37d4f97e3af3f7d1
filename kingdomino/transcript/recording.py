"""The transcript of a game that was played."""

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

    It has a result where the game has ended.
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
    """What was drawn and chosen, kings and commands that belong together in one step."""
    steps: list[Step] = []
    for found in _found(started, events):
        last = steps.pop() if steps else None
        steps += [found] if last is None else _joined(last, found)
    return steps


def _found(started: GameStarted, events: Sequence[Event]) -> Iterator[Step]:
    """A step for each draw and each command; what follows from them is left out."""
    game = start(started)
    for event in events:
        step = _step(game, event)
        if step:
            yield step
        game = evolve(game, event)


def _step(game: Game, event: Event) -> Step | None:
    """What the event says beside what the rules know beforehand, if anything."""
    match event:
        case LineDealt() | BoardRefilled() | SeatLeft() | SeatRejoined():
            return event
        case KingDrawn(seat):
            return KingsDrawn((seat,))
    return None if automatic(game, agreeing(game, event)) else _decided(game, event)


def _decided(game: Game, event: Event) -> Turn | GameEnded | None:
    """What players decided when the event did not happen by itself."""
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
    """Both chiefs of a seat on the first line, which are one command (R21), once the second one stands."""
    first = next((domino for domino, seat in game.line if seat == event.seat), None)
    return Turn(event.seat, (ChoosePair((first, event.domino)),)) if first else None


def _joined(last: Step, found: Step) -> tuple[Step, ...]:
    """One step where the second goes on with the first, else both."""
    match last, found:
        case KingsDrawn(seats), KingsDrawn(more):
            return (KingsDrawn(seats + more),)
        case Turn(seat, commands), Turn(actor, (command,)):
            if actor == seat and not _begins(command, commands[-1]):
                return (Turn(seat, (*commands, command)),)
    return (last, found)


def _begins(command: Command, last: Command) -> bool:
    """Whether the command begins a turn after the seat's last one: with a domino in hand, or as a choice."""
    both_choose = all(isinstance(each, Choose | ChoosePair) for each in (command, last))
    return both_choose or isinstance(command, Place | Discard)


def _result(started: GameStarted, events: Sequence[Event]) -> tuple[Points, ...] | None:
    """The points by seat of a game that has ended."""
    if GameEnded() not in events:
        return None
    game = reduce(evolve, events, start(started))
    return tuple(score(game, Seat(seat)).total for seat in range(game.players))
