"""The contents of a tournament's result picture."""

from collections.abc import Sequence
from typing import NamedTuple

PLACES = 6
"""The most rows of the picture."""


class PodiumRow(NamedTuple):
    """A place from 1, a displayed name, and the points as a text."""

    place: int
    name: str
    points: str


class Podium(NamedTuple):
    """A tournament's name, what it is, how far it is, its date, and its best places."""

    name: str
    kind: str
    progress: str
    date: str
    rows: Sequence[PodiumRow]
