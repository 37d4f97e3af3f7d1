"""The transcript of a game that was played."""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from kingdomino.commanding import command_of
from kingdomino.commands import Discard, Place
from kingdomino.events import (
    DominoChosen,
    DominoLeftOver,
    Event,
    GameEnded,
    GameStarted,
    KingDrawn,
    LineDealt,
)
from kingdomino.evolution import evolve, start
from kingdomino.numbers import DominoNumber, Points, Seat
from kingdomino.origins.commands import ChoosePair
from kingdomino.origins.events import BoardRefilled
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
    pair: list[DominoNumber] = []
    pairs = 4 if started.rules.neolithic(started.players) else 0
    for event in events:
        match event:
            case LineDealt() | BoardRefilled():
                yield event
            case KingDrawn(seat):
                yield KingsDrawn((seat,))
            case DominoChosen(seat, domino) if len(pair) < pairs:
                # The first pair is one command, and the second one nobody's choice (R21).
                pair.append(domino)
                if len(pair) == 2:
                    yield Turn(seat, (ChoosePair((pair[0], pair[1])),))
            case GameStarted() | DominoLeftOver() | GameEnded():
                continue
            case _:
                command = command_of(event)
                if command:
                    yield Turn(event.seat, (command,))


def _joined(last: Step, found: Step) -> tuple[Step, ...]:
    """One step where the second goes on with the first, else both."""
    match last, found:
        case KingsDrawn(seats), KingsDrawn(more):
            return (KingsDrawn(seats + more),)
        case Turn(seat, (Place() | Discard(), *_) as commands), Turn(actor, (command,)):
            # A turn begins with a domino in hand and ends before the next one; a first choice is one too.
            if actor == seat and not isinstance(command, Place | Discard):
                return (Turn(seat, (*commands, command)),)
    return (last, found)


def _result(started: GameStarted, events: Sequence[Event]) -> tuple[Points, ...] | None:
    """The points by seat of a game that has ended."""
    if GameEnded() not in events:
        return None
    game = reduce(evolve, events, start(started))
    return tuple(score(game, Seat(seat)).total for seat in range(game.players))
