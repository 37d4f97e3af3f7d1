"""A transcript as a value: the agreed rules, what was drawn, what was chosen, and who left, in order."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kingdomino.board.numbers import Points, Seat
from kingdomino.game.commands import Command, Discard, Place
from kingdomino.game.events import GameEnded, LineDealt, SeatLeft, SeatRejoined
from kingdomino.game.origins_events import BoardRefilled
from kingdomino.rules import Rules

OWN_TAGS = ("Game", "Rules", "RulesVersion", "Players", "Result")
"""The tags that every transcript has, in this order; the last one only when the game has ended."""

_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
_VALUE = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*")


@dataclass(frozen=True, slots=True)
class Tag:
    """A free tag, such as Id, Event, Date or Seat0: it says something about the game, but not to the rules.

    The name is letters and digits, a capital first, and none of `OWN_TAGS`; the value has no control
    characters (C0, C1, DEL), line or paragraph separators, or surrogates. Else it is a `ValueError`.
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
    """What a seat did with one king, at least one command; the last turn may be unfinished.

    Where somebody left or joined in the middle of a turn, its rest is another `Turn`, which `resumes` it.
    """

    seat: Seat
    commands: tuple[Command, ...]

    @property
    def has_domino(self) -> bool:
        """Whether it begins with a domino in hand, as every turn does but the choices from the first line."""
        return isinstance(self.commands[0], Place | Discard)

    def resumes(self, begun: "Turn | None") -> bool:
        """Whether it goes on with that turn of the same seat instead of being one of its own."""
        return begun is not None and begun.has_domino and begun.seat == self.seat and not self.has_domino


Draw = LineDealt | KingsDrawn | BoardRefilled
"""What chance decided."""

Attendance = SeatLeft | SeatRejoined | GameEnded
"""What players decided beside their turns: to leave, to join, to end before the last domino (R32)."""

Step = Draw | Attendance | Turn
"""What a line says."""


def numbered(steps: Iterable[Step]) -> Iterator[tuple[int, Step]]:
    """Each step with its turn's number, from 1; a step that is no turn with that of the turn before it."""
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
    """A game up to some command: rules, what was drawn and chosen, and the points by seat once it has ended.

    Free tags keep their order, and no name comes twice: that is a `ValueError`.
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
        """The line of the text, from 1, in which the first step is: after the tags and the empty line."""
        return len(OWN_TAGS) - (self.result is None) + len(self.tags) + 2
