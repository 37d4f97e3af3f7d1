"""Notices about acts on the record of a tournament, for those whom the act concerns."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from replays.events import tournament_events as events
from replays.tournament.aggregate import OnRecord, Tournament
from replays.tournament.schedules.forms import Player
from service.application.i18n.speaking import Text
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.sentences import by
from service.application.notices.notice import Happened, NoticeDraft, SentenceContext, directing

UPHELD = _l("%(name)s has upheld the dispute about your game in round %(number)s of %(title)s.")
REJECTED = _l("%(name)s has rejected the dispute about your game in round %(number)s of %(title)s.")


class Telling(NamedTuple):
    """Whom an act of a kind concerns, as the field was before it, and the sentence for them.

    An answer to a dispute has a sentence for each outcome.
    """

    concerned: Callable[[Tournament, Any], Iterable[str]]
    sentence: Text = UPHELD


def acted(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the people whom an act concerns, except its actor; the mark is the act's version."""
    now, before = happened.after, happened.before
    if not isinstance(now, Tournament) or not isinstance(before, Tournament):
        return
    for act in now.acts[len(before.acts) :]:
        receivers = dict.fromkeys(_concerned(before, act))
        yield from (NoticeDraft(each, act.by, str(act.version)) for each in receivers if each != act.by)


def _concerned(before: Tournament, act: OnRecord) -> Iterable[str]:
    telling = TELLING.get(type(act.event))
    if telling is None:
        return ()
    directors = directing(before) if _is_own(before, act) else ()
    return (*telling.concerned(before, act.event), *directors)


def _entrant(tournament: Tournament, event: Any) -> Iterable[str]:
    return _players(tournament, [event.entrant])


def _entrants(tournament: Tournament, event: events.TournamentMeetingForbidden) -> Iterable[str]:
    return _players(tournament, event.entrants)


def _players(tournament: Tournament, entrants: Sequence[int]) -> Iterable[str]:
    sitters = (tournament.sitter(Player(each)) for each in entrants)
    return [sitter.player for sitter in sitters if sitter.bot is None]


def _table(tournament: Tournament, event: Any) -> Iterable[str]:
    return _at(tournament, event.number)


def _tables(tournament: Tournament, event: events.TournamentClocksAdjusted) -> Iterable[str]:
    return (player for number in event.numbers for player in _at(tournament, number))


def _opponents(tournament: Tournament, event: events.TournamentDisputeOpened) -> Iterable[str]:
    """The people at the disputed table; those who direct have a notice of their own."""
    return (player for player in _at(tournament, event.number) if not tournament.directs(player))


def _at(tournament: Tournament, number: int) -> Iterable[str]:
    """The people at the table of the game of this number."""
    found = tournament.table(number)
    return tournament.people_at(*found) if found else ()


def _deputy(_: Tournament, event: Any) -> Iterable[str]:
    return (event.player,)


def _disputants(tournament: Tournament, event: events.TournamentDisputeAnswered) -> Iterable[str]:
    return _of_earlier(tournament, event.dispute)


def _undone(tournament: Tournament, event: events.TournamentActUndone) -> Iterable[str]:
    return _of_earlier(tournament, event.act)


def _of_earlier(before: Tournament, version: int) -> Iterable[str]:
    """The actor of an earlier act, and the people whom it concerned."""
    found = (each for each in before.acts if each.version == version)
    return (player for each in found for player in (each.by, *_concerned(before, each)))


TELLING: dict[type, Telling] = {
    events.TournamentEntrantWithdrawn: Telling(
        _entrant, _l("%(name)s has withdrawn you from the tournament %(title)s.")
    ),
    events.TournamentEntrantReplaced: Telling(
        _entrant, _l("%(name)s has given your place in the tournament %(title)s to another player.")
    ),
    events.TournamentMeetingForbidden: Telling(
        _entrants,
        _l("%(name)s has decided that you and another entrant do not meet in further rounds of %(title)s."),
    ),
    events.TournamentResultCorrected: Telling(
        _table, _l("%(name)s has corrected the result of your game in round %(number)s of %(title)s.")
    ),
    events.TournamentResultAnnulled: Telling(
        _table, _l("%(name)s has annulled the result of your game in round %(number)s of %(title)s.")
    ),
    events.TournamentClocksAdjusted: Telling(
        _tables, _l("%(name)s has given the time of an outage back to your game in %(title)s.")
    ),
    events.TournamentDeputyNamed: Telling(
        _deputy, _l("%(name)s has made you a deputy director of %(title)s.")
    ),
    events.TournamentDeputyDismissed: Telling(
        _deputy, _l("You are no longer a deputy director of %(title)s.")
    ),
    events.TournamentDisputeOpened: Telling(
        _opponents, _l("%(name)s disputes your game in round %(number)s of %(title)s.")
    ),
    events.TournamentDisputeAnswered: Telling(_disputants),
    events.TournamentActUndone: Telling(
        _undone, _l("%(name)s has undone an act that concerned you in %(title)s.")
    ),
}
"""The acts that concern somebody in particular; all others are seen in the tournament."""


def _is_own(before: Tournament, act: OnRecord) -> bool:
    """True if a player withdrew without a director."""
    event = act.event
    return isinstance(event, events.TournamentEntrantWithdrawn) and act.by in _players(
        before, [event.entrant]
    )


def says_acted(telling: SentenceContext) -> str:
    """The sentence with what was done to the reader, and by whom."""
    table, version = telling.table, int(telling.notice.mark)
    acts = table.acts if isinstance(table, Tournament) else ()
    act = next((each for each in acts if each.version == version), None)
    if act is None or not isinstance(table, Tournament):
        return _("There is news from the tournament %(title)s.", title=telling.title)
    if isinstance(act.event, events.TournamentEntrantWithdrawn) and _is_own(table, act):
        return _(
            "%(name)s has withdrawn from the tournament %(title)s.", name=by(telling), title=telling.title
        )
    number = _round_of(table, act.event)
    return _sentence(act.event).said(name=by(telling), title=telling.title, number=number)


def _sentence(event: events.Act) -> Text:
    if isinstance(event, events.TournamentDisputeAnswered):
        return UPHELD if event.upheld else REJECTED
    return TELLING[type(event)].sentence


def _round_of(tournament: Tournament, event: events.Act) -> int | str:
    """The round of the game that an act is about, or ""."""
    game = getattr(event, "number", None)
    if isinstance(event, events.TournamentDisputeAnswered):
        disputes = (each.event for each in tournament.acts if each.version == event.dispute)
        game = getattr(next(disputes, None), "number", None)
    found = None if game is None else tournament.table(game)
    return found[0].number if found else ""


TOURNAMENT_ACT = NoticeKind(
    Group.TOURNAMENTS,
    "tournament_act",
    _l("An act that concerns you"),
    _l("A director has acted on you or your game, or a dispute was opened or answered."),
    says_acted,
    acted,
)
