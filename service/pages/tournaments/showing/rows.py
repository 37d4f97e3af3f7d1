"""Rows of standings as they are shown, with all texts, so that a template writes a thousand at once."""

from collections.abc import Iterable
from typing import NamedTuple

from replays.events.tournament_events import StandingRow
from replays.tournament.aggregate import Tournament
from service.application.i18n.tournaments.numbers import points, tie_break
from service.application.i18n.tournaments.people import EntrantName, EntrantNames


class ShownRow(NamedTuple):
    """A row of the standings: the entrant, and the place, the points and the tie-breaks as texts."""

    who: EntrantName
    place: int
    points: str
    tie_breaks: tuple[str, ...]
    is_out: bool


def shown_rows(
    tournament: Tournament, names: EntrantNames, rows: Iterable[StandingRow | None]
) -> list[ShownRow | None]:
    """These rows; None stands for places that are left out."""
    called, out = tournament.created.regulations.tie_breaks, tournament.withdrawn

    def shown(row: StandingRow) -> ShownRow:
        numbers = tuple(map(tie_break, called, row.tie_breaks))
        return ShownRow(names[row.entrant], row.place, points(row.points), numbers, row.entrant in out)

    return [None if row is None else shown(row) for row in rows]
