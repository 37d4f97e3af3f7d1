"""Checks for taking a seat, for the API and the pages."""

from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from service.application.games.visibility import Table
from service.services import services


def check_seat(player: str, table: Table | None) -> None:
    """Raise if the player may not take a seat at this table, or has too many seats; None is a new table.

    Raises `TooManyTables`, and `Refusal` `seat/refused` if the opener or a sitter has blocked the player,
    without naming that reason. A seat that the player already has does not count again.
    """
    if table is not None and table.seat_of(player) is None:
        there = [table.opener, *people(table.sitters)]
        if services().contacts.blocking(there, player):
            raise Refusal("seat/refused", "this table cannot be joined")
    services().seat_quota.sit_down(player, table)


def people(sitters: tuple[Sitter, ...]) -> list[str]:
    """The people among the sitters of a table, without bots."""
    return [sitter.player for sitter in sitters if sitter.bot is None]
