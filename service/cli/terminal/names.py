"""Parts of sentences: who it is, what was gained, and lists."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.cli.terminal.clean import clean
from service.cli.terminal.recording import Step

Json = Mapping[str, Any]

NAME_LENGTH = 16
"""How much of a player's name is shown."""


def name(state: Json, seat: int) -> str:
    """The name of who sits there, or the seat where no name is known or a bot sits, with its policy.

    >>> name({"players": [{"seat": 0, "name": "Ann"}]}, 0), name({"players": []}, 1)
    ('Ann', 'seat 1')
    >>> name({"players": [{"seat": 2, "name": "Greedy bot", "bot": "greedy"}]}, 2)
    'seat 2 (greedy bot)'
    """
    player = _sitter(state, seat)
    if "bot" in player:
        return f"seat {seat} ({policy_text(player['bot'])})"
    return clean(player["name"], NAME_LENGTH) if player.get("name") else f"seat {seat}"


def is_bot(state: Json, seat: int) -> bool:
    """Whether a bot has the seat of its own, and does not only play on for its player."""
    return "bot" in _sitter(state, seat)


def standing(state: Json, seat: int) -> str:
    """Whether the seat's player is away or has left; empty for who plays.

    >>> standing({"players": [{"seat": 0, "name": "Ann", "away": True}]}, 0)
    'away'
    """
    player = _sitter(state, seat)
    return "left" if player.get("left") else "away" if player.get("away") else ""


def _sitter(state: Json, seat: int) -> Json:
    """Who sits there, or nobody."""
    return next((player for player in state["players"] if player["seat"] == seat), {})


def policy_text(policy: object) -> str:
    """A policy in words, without the version that it is stored with.

    >>> policy_text("greedy-1")
    'greedy bot'
    """
    return f"{clean(str(policy).partition('-')[0], NAME_LENGTH)} bot"


def player_name(state: Json, player: object) -> str:
    """The name of a player by id, who need not sit at the table.

    >>> player_name({"players": [{"seat": 0, "player": "a", "name": "Ann"}]}, "a")
    'Ann'
    """
    seats = (sitter["seat"] for sitter in state["players"] if sitter.get("player") == player)
    seat = next(seats, None)
    return "somebody" if seat is None else name(state, seat)


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
