"""A transcript as a value: the agreed rules, what was drawn and what was chosen, in order."""

import re
from dataclasses import dataclass

from kingdomino.commands import Command
from kingdomino.events import LineDealt
from kingdomino.numbers import Points, Seat
from kingdomino.origins.events import BoardRefilled
from kingdomino.rules import RULES_VERSION, Rules

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
    """What a seat did with one king, at least one command; the last turn may be unfinished."""

    seat: Seat
    commands: tuple[Command, ...]


Step = LineDealt | KingsDrawn | BoardRefilled | Turn
"""What a line says: a draw, or a turn."""


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
    rules_version: int = RULES_VERSION

    def __post_init__(self) -> None:
        names = [tag.name for tag in self.tags]
        if len(set(names)) < len(names):
            raise ValueError(f"a tag's name comes twice: {', '.join(names)}")

    @property
    def first_line(self) -> int:
        """The line of the text, from 1, in which the first step is: after the tags and the empty line."""
        return len(OWN_TAGS) - (self.result is None) + len(self.tags) + 2
