"""Parts of sentences: who it is, what was gained, and lists."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.terminal.clean import clean
from service.terminal.recording import Step

Json = Mapping[str, Any]

NAME_LENGTH = 16
"""How much of a player's name is shown."""


def name(state: Json, seat: int) -> str:
    """The name of who sits there, or the seat where no name is known.

    >>> name({"players": [{"seat": 0, "name": "Ann"}]}, 0), name({"players": []}, 1)
    ('Ann', 'seat 1')
    """
    for player in state["players"]:
        if player["seat"] == seat and player["name"]:
            return clean(player["name"], NAME_LENGTH)
    return f"seat {seat}"


def who(step: Step) -> str:
    """The name of the seat that the step's event belongs to."""
    return name(step.state, step.event["seat"])


def gained(step: Step, before: Json | None) -> str:
    """What the event's seat gained in this step: `+3 points`, `no points`."""
    seat = step.event["seat"]
    points = _total(step.state, seat) - (_total(before, seat) if before else 0)
    return f"{points:+d} point{'' if abs(points) == 1 else 's'}" if points else "no points"


def _total(state: Json, seat: int) -> int:
    return int(state["kingdoms"][seat]["score"]["total"])


def listed(names: Sequence[str]) -> str:
    """Names as in a sentence.

    >>> listed(["Ann", "Ben", "Cleo"])
    'Ann, Ben and Cleo'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
