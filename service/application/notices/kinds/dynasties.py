"""Notices about dynasties: the next game has started, the dynasty is decided."""

from collections.abc import Iterable
from functools import partial

from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.events.dynasty_events import DynastyDecided
from replays.events.game_events import GameStarted
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.sentences import others
from service.application.notices.notice import Happened, NoticeDraft, SentenceContext, sitting


def goes_on(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players of a dynasty, except the actor, when its second or third game starts."""
    membership = happened.after.created.options.series
    if membership is None or membership.kind != DYNASTIES.name or membership.number == 1:
        return
    if any(isinstance(event, GameStarted) for event in happened.events):
        yield from map(NoticeDraft, happened.others())


def decided(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for all players when a dynasty is decided."""
    if any(isinstance(event, DynastyDecided) for event in happened.events):
        yield from map(NoticeDraft, sitting(happened.after))


def says_goes_on(telling: SentenceContext) -> str:
    """The sentence with the number of the game that has started."""
    membership = telling.table.created.options.series
    number = membership.number if membership else ""
    return _(
        "Game %(number)s of your dynasty with %(others)s has started.", number=number, others=others(telling)
    )


def says_decided(telling: SentenceContext) -> str:
    """The sentence with the reader's result: a victory, a shared one, or none."""
    table, own = telling.table, telling.table.seat_of(telling.player)
    winners = table.winners or () if isinstance(table, Dynasty) else ()
    if own not in winners:
        return _("Your dynasty with %(others)s is decided.", others=others(telling))
    if len(winners) > 1:
        return _("You share the victory in your dynasty with %(others)s.", others=others(telling))
    return _("You won your dynasty with %(others)s.", others=others(telling))


_kind = partial(NoticeKind, Group.RESULTS)

DYNASTY_GOES_ON = _kind(
    "dynasty_goes_on", _l("The next game"), _l("Another game of your dynasty begins."), says_goes_on, goes_on
)
DYNASTY_DECIDED = _kind(
    "dynasty_decided", _l("A dynasty ends"), _l("Who has won the three games."), says_decided, decided
)
