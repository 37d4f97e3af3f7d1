"""Notices about turns and clocks: a game has started, your turn, time running out or up, a failed plan."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial

from replays.events.game_events import GameStarted, Membership, TimeExpired
from replays.kinds import KINDS
from replays.log import occasions
from replays.match.aggregate import Match
from replays.match.kinds import Table
from replays.tournament.fold import TOURNAMENTS
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.speaking import pgettext as _p
from service.application.i18n.speaking import present
from service.application.notices.alarms import alarm_of
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.sentences import others, saying
from service.application.notices.notice import (
    Happened,
    Notice,
    NoticeDraft,
    Occasion,
    SentenceContext,
    to_move,
)


def is_to_move(table: Table, player: str) -> bool:
    """True if the player is to act."""
    return to_move(table) == player


def is_same_deadline(notice: Notice, table: Table) -> bool:
    """True if the turn still has the deadline of the notice."""
    return isinstance(table, Match) and table.deadline == int(notice.mark)


def is_same_position(notice: Notice, table: Table) -> bool:
    """True if nobody has moved since the notice."""
    return isinstance(table, Match) and table.turn_version <= notice.version


def started(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the others when a game starts; those of a series may have a kind of their own instead."""
    membership = happened.after.created.options.series
    if membership and (membership.kind == TOURNAMENTS.name or _follows(membership)):
        return
    if any(isinstance(event, GameStarted) for event in happened.events):
        yield from map(NoticeDraft, happened.others())


def _follows(place: Membership) -> bool:
    """True if the same people have played the game before it in the series."""
    return place.number > 1 and KINDS.of(place).follows(place.number - 1)


def turned(happened: Happened) -> Iterable[NoticeDraft]:
    """A draft for the player who is to act now and was not before, so one for several turns in a row."""
    player = to_move(happened.after)
    if player is not None and player != to_move(happened.before):
        yield NoticeDraft(player, mark=str(happened.after.head.version))


def running_out(occasion: Occasion) -> Iterable[NoticeDraft]:
    """A draft for the player who is to act, once for each deadline, if the alarm is still valid."""
    table, player = occasion.table, to_move(occasion.table)
    if player is None or table.deadline is None:
        return
    if alarm_of(table) == int(occasion.detail) and occasion.now < table.deadline:
        yield NoticeDraft(player, mark=str(table.deadline), at=int(occasion.detail))


def timed_out(happened: Happened) -> Iterable[NoticeDraft]:
    """A draft for each player whose time was up."""
    for event in happened.events:
        if isinstance(event, TimeExpired) and happened.before:
            yield NoticeDraft(happened.before.sitters[event.seat].player)


def plan_failed(occasion: Occasion) -> Iterable[NoticeDraft]:
    """A draft for the owner of the plan, if that player is still to act in the same position."""
    table, player = occasion.table, to_move(occasion.table)
    is_same = table.turn_version <= occasion.version and table.mover == int(occasion.detail)
    if player is not None and is_same:
        yield NoticeDraft(player, mark=str(occasion.version))


def says_turn(telling: SentenceContext) -> str:
    """The sentence for the reader's turn, in the past tense if it is over."""
    if telling.is_true:
        return _("It is your turn in the game with %(others)s.", others=others(telling))
    return _("It was your turn in the game with %(others)s.", others=others(telling))


def says_running_out(telling: SentenceContext) -> str:
    """The sentence with the reader's deadline, in UTC; in the past tense without it if the turn is over."""
    if not telling.is_true:
        return _("Your time in the game with %(others)s was running out.", others=others(telling))
    end = datetime.fromtimestamp(int(telling.notice.mark) / 1000, UTC)
    until = _p("pattern", "%(moment)s UTC", moment=present().format.moment(end))
    return _(
        "Your time is running out: move in the game with %(others)s before %(until)s.",
        others=others(telling),
        until=until,
    )


def says_plan_failed(telling: SentenceContext) -> str:
    """The sentence for a failed plan; it says that it is the reader's turn while that is true."""
    if telling.is_true:
        return _(
            "Your plan could not be carried out in the game with %(others)s: it is your turn.",
            others=others(telling),
        )
    return _("Your plan could not be carried out in the game with %(others)s.", others=others(telling))


_kind = partial(NoticeKind, Group.TURNS)

GAME_STARTED = NoticeKind(
    Group.TABLES,
    "game_started",
    _l("A game starts"),
    _l("The last seat is taken."),
    saying(_l("The game with %(others)s has started.")),
    started,
)
TURN = _kind(
    "turn",
    _lp("notice", "Your turn"),
    _l("It has become your turn."),
    says_turn,
    turned,
    holds=is_to_move,
    latest=True,
)
TIME_RUNNING_OUT = _kind(
    "time_running_out",
    _l("Time is running out"),
    _l("A day or less is left to move, or a fifth of your time."),
    says_running_out,
    occasion=occasions.ALARM,
    told=running_out,
    holds=is_to_move,
    same=is_same_deadline,
    latest=True,
    urgent=True,
    subject=_l("Your time is running out: %(title)s"),
)
TIMED_OUT = _kind(
    "timed_out",
    _l("Time is up"),
    _l("You did not move in time."),
    saying(_l("Your time was up in the game with %(others)s.")),
    timed_out,
)
PLAN_FAILED = _kind(
    "plan_failed",
    _l("A plan failed"),
    _l("Your plan did not fit what happened, so it is your turn."),
    says_plan_failed,
    occasion=occasions.PLAN_FAILED,
    told=plan_failed,
    holds=is_to_move,
    same=is_same_position,
    latest=True,
)
