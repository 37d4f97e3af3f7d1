"""Who may take a seat at a table, by the API and by the pages."""

from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from service.games.visibility import Table
from service.services import services


def check_seat(player: str, table: Table | None) -> None:
    """Raise where the player may take no seat at this table, or no seat more; None is a new table.

    Raises `TooManyTables`, and `Refusal` `seat/refused` where the opener or somebody who sits there has
    blocked the player, without saying so. A seat that is taken already costs nothing.
    """
    if table is not None and table.seat_of(player) is None:
        there = [table.opener, *people(table.sitters)]
        if services().contacts.blocking(there, player):
            raise Refusal("seat/refused", "this table cannot be joined")
    services().seat_quota.sit_down(player, table)


def people(sitters: tuple[Sitter, ...]) -> list[str]:
    """The players among those who sit at a table, without bots."""
    return [sitter.player for sitter in sitters if sitter.bot is None]
