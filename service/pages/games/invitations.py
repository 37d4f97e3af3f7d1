"""Whom a new table can be kept for: who was asked for from their page, and with whom one played lately."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.account_keys import is_player
from service.services import services

LOOKED_AT = 20
"""How many of one's newest games are looked at for people."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who can be invited; `asked` for already."""

    id: str
    name: str
    asked: bool


def guests(player: str | None, asked: Iterable[str]) -> list[Guest]:
    """Who is asked for, then the people in the player's latest games, each once."""
    wanted = list(filter(is_player, asked))
    met = _met(player) if player else []
    names = services().players.names([*wanted, *met])
    return [Guest(each, name, each in wanted) for each, name in names.items() if name and each != player]


def _met(player: str) -> list[str]:
    tables = services().tables
    latest, _ = tables.log.list_games(limit=LOOKED_AT, player=player)
    matches = tables.matches.readable(latest)
    return [sitter.player for match in matches for sitter in match.sitters if sitter.bot is None]
