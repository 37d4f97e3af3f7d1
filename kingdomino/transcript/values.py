"""A transcript as a value: the rules, the draws, the choices and the departures, in order."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kingdomino.board.numbers import Points, Seat
from kingdomino.game.commands import Command, Discard, Place
from kingdomino.game.events import GameEnded, LineDealt, SeatLeft, SeatRejoined
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.rules import Rules

OWN_TAGS = ("Game", "Rules", "RulesVersion", "Players", "Result")
"""The tags of every transcript, in this order; the last one only if the game has ended."""

_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
_VALUE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*")


@dataclass(frozen=True, slots=True)
class Tag:
    """A free tag, such as Id, Event, Date or Seat0: a fact about the game that does not concern the rules.

    The name consists of letters and digits, starts with a capital, and is none of `OWN_TAGS`. The value has
    no control characters (C0, C1, DEL), line or paragraph separators, or surrogates. Anything else raises
    `ValueError`.
    """

    name: str
    value: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name) or self.name in OWN_TAGS:
            right = f"letters and digits, a capital first, and none of {', '.join(OWN_TAGS)}"
            raise ValueError(f"{self.name!r} cannot be the name of a free tag: {right}")
        if not _VALUE.fullmatch(self.value):
            raise ValueError(f"{self.value!r} cannot be written in a tag: take out what cannot be printed")


@dataclass(frozen=True, slots=True)
class KingsDrawn:
    """The seats of kings drawn one after the other, at least one (R5, R21)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """The moves of a seat with one king, at least one command; the last turn may be unfinished.

    If a player left or joined in the middle of a turn, its rest is another `Turn`, which `resumes` it.
    """

    seat: Seat
    commands: tuple[Command, ...]

    @property
    def has_domino(self) -> bool:
        """True if it begins with a domino in hand, like every turn except choices from the first line."""
        return isinstance(self.commands[0], Place | Discard)

    def resumes(self, begun: "Turn | None") -> bool:
        """True if it is the rest of that turn of the same seat, and not a turn of its own."""
        return begun is not None and begun.has_domino and begun.seat == self.seat and not self.has_domino


Draw = LineDealt | KingsDrawn | BoardRefilled
"""The events that chance decides."""

Attendance = SeatLeft | SeatRejoined | GameEnded
"""The decisions of players outside their turns: to leave, to join, to end before the last domino (R32)."""

Step = Draw | Attendance | Turn
"""The content of a line."""


def numbered(steps: Iterable[Step]) -> Iterator[tuple[int, Step]]:
    """Each step with the number of its turn, from 1; a step that is no turn has that of the last turn."""
    number = 0
    begun: Turn | None = None
    previous: Step | None = None
    for step in steps:
        if isinstance(step, Turn) and (isinstance(previous, Turn) or not step.resumes(begun)):
            number, begun = number + 1, step
        previous = step
        yield number, step


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game up to some command: rules, draws and choices, and the points by seat once it has ended.

    Free tags keep their order; a repeated name raises `ValueError`.
    """

    rules: Rules
    players: int
    steps: tuple[Step, ...] = ()
    result: tuple[Points, ...] | None = None
    tags: tuple[Tag, ...] = ()

    def __post_init__(self) -> None:
        names = [tag.name for tag in self.tags]
        if len(set(names)) < len(names):
            raise ValueError(f"a tag's name comes twice: {', '.join(names)}")

    @property
    def first_line(self) -> int:
        """The number of the line, from 1, with the first step: after the tags and the empty line."""
        return len(OWN_TAGS) - (self.result is None) + len(self.tags) + 2
