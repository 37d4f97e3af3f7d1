"""Parts of sentences: the player's name, and the points gained."""

from collections.abc import Mapping
from typing import Any

from service.application.i18n.commands import terminal as words
from service.application.i18n.commands.errors import in_words
from service.application.i18n.games.bots import WORDS as BOTS
from service.cli.terminal.clean import clean
from service.cli.terminal.recording import Step

Json = Mapping[str, Any]

NAME_LENGTH = 16
"""The number of characters of a player's name that are shown."""


def name(state: Json, seat: int) -> str:
    """The name of the seat's player; the seat if no name is known; for a bot the seat and its policy.

    >>> name({"players": [{"seat": 0, "name": "Ann"}]}, 0), name({"players": []}, 1)
    ('Ann', 'seat 1')
    >>> name({"players": [{"seat": 2, "name": "Greedy bot", "bot": "greedy"}]}, 2)
    'seat 2 (greedy bot)'
    """
    player = _sitter(state, seat)
    if "bot" in player:
        return _bot(seat, player["bot"])
    return clean(player["name"], NAME_LENGTH) if player.get("name") else _seat(seat)


def _seat(seat: int) -> str:
    return words.SEAT.said(seat=words.digits(seat))


def _bot(seat: int, policy: object) -> str:
    """The seat and the policy of a bot; in other languages its name, if the pages have one."""
    found = BOTS.get(str(policy).partition("-")[0])
    return in_words(f"{_seat(seat)} ({policy_text(policy)})", found.names[seat] if found else _seat(seat))


def is_bot(state: Json, seat: int) -> bool:
    """True if the seat belongs to a bot; False if a bot only plays on for its player."""
    return "bot" in _sitter(state, seat)


def standing(state: Json, seat: int) -> str:
    """`away` or `left` if the seat's player is away or has left; else empty.

    >>> standing({"players": [{"seat": 0, "name": "Ann", "away": True}]}, 0)
    'away'
    """
    player = _sitter(state, seat)
    return next((str(said) for key, said in reversed(words.STANDING.items()) if player.get(key)), "")


def _sitter(state: Json, seat: int) -> Json:
    """The seat's entry in the state's players; empty for a free seat."""
    return next((player for player in state["players"] if player["seat"] == seat), {})


def policy_text(policy: object) -> str:
    """A policy as text, without its stored version.

    >>> policy_text("greedy-1")
    'greedy bot'
    """
    return f"{clean(str(policy).partition('-')[0], NAME_LENGTH)} bot"


def gained(step: Step, before: Json | None) -> int:
    """The points that the event's seat gained in this step; 0 if the event has no seat or no points."""
    seat = step.event["seat"]
    if seat is None or not before or not before["kingdoms"]:
        return 0
    return _total(step.state, seat) - _total(before, seat)


def _total(state: Json, seat: int) -> int:
    return int(state["kingdoms"][seat]["score"]["total"])
