"""The players who can be invited to a new table: those requested in the query, and recent opponents."""

from collections.abc import Iterable
from dataclasses import dataclass

from service.application.account_keys import is_player
from service.services import services

LOOKED_AT = 20
"""The number of the player's newest games that are searched for opponents."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A player who can be invited; `asked` is true if the query already names the player."""

    id: str
    name: str
    asked: bool


def guests(player: str | None, asked: Iterable[str]) -> list[Guest]:
    """The requested players, then the people in the player's latest games, each once."""
    wanted = list(filter(is_player, asked))
    met = _met(player) if player else []
    names = services().players.names([*wanted, *met])
    return [Guest(each, name, each in wanted) for each, name in names.items() if name and each != player]


def _met(player: str) -> list[str]:
    tables = services().tables
    latest, _ = tables.log.list_games(limit=LOOKED_AT, player=player)
    matches = tables.matches.readable(latest)
    return [sitter.player for match in matches for sitter in match.sitters if sitter.bot is None]
