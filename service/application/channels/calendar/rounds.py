"""The ends of the rounds of a player's tournaments that are closed by date, as entries of the calendar."""

from collections.abc import Callable, Iterable, Iterator

from replays.tournament.aggregate import Tournament
from service.application.channels.calendar.deadlines import TurnDeadline
from service.application.i18n.speaking import gettext as _


def round_ends(
    player: str, tournaments: Iterable[Tournament], url_of: Callable[[str], str]
) -> Iterator[TurnDeadline]:
    """The ends of running rounds, for those who play or direct; rounds without a date have none."""
    for each in tournaments:
        running, length = each.running, each.created.regulations.round_ms
        if running is None or running.opened_at is None or length is None:
            continue
        if each.directs(player) or player in each.playing:
            summary = _("Round %(number)s of %(title)s ends", number=running.number, title=each.created.name)
            at = running.opened_at + length
            yield TurnDeadline(each.id, url_of(each.id), summary, at, None, each.at, each.head.version)
