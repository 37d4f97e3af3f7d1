"""The contents of a tournament's result picture, in the language of the request."""

from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction

from replays.tournament.aggregate import Tournament
from replays.tournament.results import standing_rows
from replays.tournament.standings.points import POINT
from replays.tournament.view import status
from service.application.i18n.shortening import isolated
from service.application.i18n.speaking import gettext, pgettext, plural, present
from service.application.i18n.tournaments import words
from service.application.i18n.tournaments.people import EntrantNames
from service.application.pictures.lettering import can_write
from service.application.pictures.podium import PLACES, Podium, PodiumRow

_ENTERED = plural("Open for entry: {count} is in", "Open for entry: {count} are in")


def podium_of(tournament: Tournament, names: Mapping[str, str | None]) -> Podium:
    """The picture of the tournament; `names` has the current name of each player.

    A name that the font of pictures cannot write is replaced by the number of the entrant.
    """
    called = EntrantNames(tournament, names)
    rows = standing_rows(tournament)[:PLACES] if tournament.rounds else ()
    last = max((each.closed_at or 0 for each in tournament.rounds), default=0) or tournament.created_at
    kind = pgettext(
        "pattern",
        "%(kind)s, %(tables)s",
        kind=words.KINDS[tournament.created.format.value].name,
        tables=words.TABLE_SIZES[tournament.players],
    )
    return Podium(
        _written(tournament.created.name, pgettext("heading", "Tournament")),
        kind,
        progress_of(tournament),
        present().format.date(datetime.fromtimestamp(last / 1000, UTC), "long"),
        [PodiumRow(each.place, _name(called, each.entrant), plain_points(each.points)) for each in rows],
    )


def progress_of(tournament: Tournament) -> str:
    """How far the tournament is."""
    match status(tournament):
        case "open":
            return present().counted(_ENTERED, len(tournament.present))
        case "aborted":
            return pgettext("status", "Called off")
        case "finished":
            return gettext("Final result after round %(number)s", number=tournament.paired)
    closed = sum(each.standings is not None for each in tournament.rounds)
    if not closed:
        return gettext("Round %(round)s of %(rounds)s", round=1, rounds=tournament.created.rounds)
    return gettext("After round %(number)s of %(rounds)s", number=closed, rounds=tournament.created.rounds)


def plain_points(twelfths: int) -> str:
    """Points in signs that the font of pictures has: a number and a fraction.

    >>> plain_points(28), plain_points(24), plain_points(6)
    ('2 1/3', '2', '1/2')
    """
    whole, rest = divmod(twelfths, POINT)
    parts = [str(whole)] if whole or not rest else []
    return " ".join([*parts, *([str(Fraction(rest, POINT))] if rest else [])])


def _name(called: EntrantNames, entrant: int) -> str:
    return _written(called[entrant].name, pgettext("name", "Entrant %(number)s", number=entrant + 1))


def _written(text: str, other: str) -> str:
    return isolated(text) if can_write(text) else other
