"""The acts on the record of a tournament in sentences, and the words of their codes."""

from collections.abc import Callable
from typing import Any

from replays.events import tournament_events as events
from replays.events.regulations import Code
from replays.tournament.aggregate import OnRecord
from service.application.i18n.speaking import Text, gettext, ngettext, pgettext, present
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.tournaments.people import EntrantNames

CODES: dict[Code, Text] = {
    Code.REQUEST: _lp("reason", "Own wish"),
    Code.ILLNESS: _lp("reason", "Illness"),
    Code.NO_SHOW: _l("Did not appear"),
    Code.TIME_OUT: _l("Time is up"),
    Code.CONDUCT: _lp("reason", "Conduct"),
    Code.FAIR_PLAY: _lp("reason", "Fair play"),
    Code.ELIGIBILITY: _lp("reason", "Eligibility"),
    Code.CLERICAL: _l("Mistake in the record"),
    Code.OUTAGE: _lp("reason", "Outage"),
    Code.FAULT: _l("Fault of the service"),
    Code.AGREEMENT: _lp("reason", "Agreement"),
    Code.APPEAL: _lp("reason", "Appeal"),
    Code.SCHEDULE: _lp("reason", "Schedule"),
    Code.OTHER: _lp("reason", "Other reason"),
}
"""By the code of a reason."""


def sentence(on_record: OnRecord, names: EntrantNames) -> str:
    """What an act does, without its reason."""
    write: Callable[[Any, EntrantNames], str] = SENTENCES[type(on_record.event)]
    return write(on_record.event, names)


def _withdrawn(event: events.TournamentEntrantWithdrawn, names: EntrantNames) -> str:
    return pgettext("act", "%(name)s withdraws", name=names[event.entrant].name)


def _replaced(event: events.TournamentEntrantReplaced, names: EntrantNames) -> str:
    return gettext(
        "%(player)s plays on for entrant %(number)s, with the points so far",
        player=names.of_player(event.player),
        number=event.entrant + 1,
    )


def _forbidden(event: events.TournamentMeetingForbidden, names: EntrantNames) -> str:
    return gettext("%(names)s do not meet from the next round on", names=names.listed(event.entrants))


def _pairing(event: events.TournamentPairingSet, _: EntrantNames) -> str:
    return gettext("Round %(round)s is paired by hand", round=event.number)


def _corrected(event: events.TournamentResultCorrected, _: EntrantNames) -> str:
    places = present().format.numbers(event.places)
    return gettext(
        "The result of game %(game)s is corrected: places %(places)s by seat",
        game=event.number,
        places=places,
    )


def _annulled(event: events.TournamentResultAnnulled, _: EntrantNames) -> str:
    return gettext("The result of game %(game)s is annulled", game=event.number)


def _clocks(event: events.TournamentClocksAdjusted, _: EntrantNames) -> str:
    form = present().format
    time, games = form.duration((event.ended - event.began) // 1000), form.numbers(event.numbers)
    return ngettext(
        "An outage of %(time)s is nobody's time in game %(games)s",
        "An outage of %(time)s is nobody's time in games %(games)s",
        len(event.numbers),
        time=time,
        games=games,
    )


def _named(event: events.TournamentDeputyNamed, names: EntrantNames) -> str:
    return gettext("%(name)s becomes a deputy", name=names.of_player(event.player))


def _dismissed(event: events.TournamentDeputyDismissed, names: EntrantNames) -> str:
    return gettext("%(name)s is no deputy any more", name=names.of_player(event.player))


def _disputed(event: events.TournamentDisputeOpened, _: EntrantNames) -> str:
    return gettext("Game %(game)s is disputed, at version %(version)s", game=event.number, version=event.at)


def _answered(event: events.TournamentDisputeAnswered, _: EntrantNames) -> str:
    if event.upheld:
        return gettext("The dispute of act %(version)s is upheld", version=event.dispute)
    return gettext("The dispute of act %(version)s is rejected", version=event.dispute)


def _cut_short(_event: events.TournamentCutShort, _names: EntrantNames) -> str:
    return gettext("The tournament ends here, without its further rounds")


def _called_off(_event: events.TournamentCalledOff, _names: EntrantNames) -> str:
    return gettext("The tournament is called off")


def _undone(event: events.TournamentActUndone, _: EntrantNames) -> str:
    return gettext("Act %(version)s is undone", version=event.act)


SENTENCES: dict[type[events.Act], Callable[[Any, EntrantNames], str]] = {
    events.TournamentEntrantWithdrawn: _withdrawn,
    events.TournamentEntrantReplaced: _replaced,
    events.TournamentMeetingForbidden: _forbidden,
    events.TournamentPairingSet: _pairing,
    events.TournamentResultCorrected: _corrected,
    events.TournamentResultAnnulled: _annulled,
    events.TournamentClocksAdjusted: _clocks,
    events.TournamentDeputyNamed: _named,
    events.TournamentDeputyDismissed: _dismissed,
    events.TournamentDisputeOpened: _disputed,
    events.TournamentDisputeAnswered: _answered,
    events.TournamentCutShort: _cut_short,
    events.TournamentActUndone: _undone,
    events.TournamentCalledOff: _called_off,
}
