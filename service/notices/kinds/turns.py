"""Notices of turns and clocks: a game starts, it is your turn, time runs out or is up, a plan failed."""

from collections.abc import Iterable
from datetime import UTC, datetime

from replays.events.game_events import GameStarted, TimeExpired
from replays.log.occasions import ALARM, PLAN_FAILED
from replays.match.aggregate import Match
from service.i18n.speaking import gettext as _
from service.i18n.speaking import present
from service.notices.alarms import alarm_of
from service.notices.kinds.sentences import others
from service.notices.notice import Draft, Happened, Notice, Occasion, Table, Telling, to_move

RUNNING_OUT, FAILED = ALARM, PLAN_FAILED


def is_to_move(table: Table, player: str) -> bool:
    """Whether the player is to act."""
    return to_move(table) == player


def is_same_deadline(notice: Notice, table: Table) -> bool:
    """Whether the turn still ends when the notice says."""
    return isinstance(table, Match) and table.deadline == int(notice.mark)


def is_same_position(notice: Notice, table: Table) -> bool:
    """Whether nobody has moved since."""
    return isinstance(table, Match) and table.turn_version <= notice.version


def started(happened: Happened) -> Iterable[Draft]:
    """The others learn that the last seat was taken; later games of a dynasty have a kind of their own."""
    membership = happened.after.created.options.dynasty
    if membership and membership.number > 1:
        return
    if any(isinstance(event, GameStarted) for event in happened.events):
        yield from map(Draft, happened.others())


def turned(happened: Happened) -> Iterable[Draft]:
    """Who is to act now and was not before; several turns in succession are one."""
    player = to_move(happened.after)
    if player is not None and player != to_move(happened.before):
        yield Draft(player, mark=str(happened.after.head.version))


def running_out(occasion: Occasion) -> Iterable[Draft]:
    """Who is to act, once for each deadline, if the alarm is still right."""
    table, player = occasion.table, to_move(occasion.table)
    if player is None or table.deadline is None:
        return
    if alarm_of(table) == int(occasion.detail) and occasion.now < table.deadline:
        yield Draft(player, mark=str(table.deadline), at=int(occasion.detail))


def timed_out(happened: Happened) -> Iterable[Draft]:
    """Whose time was up."""
    for event in happened.events:
        if isinstance(event, TimeExpired) and happened.before:
            yield Draft(happened.before.sitters[event.seat].player)


def plan_failed(occasion: Occasion) -> Iterable[Draft]:
    """Whose plan it was, while that player is to act in the same position."""
    table, player = occasion.table, to_move(occasion.table)
    is_same = table.turn_version <= occasion.version and table.mover == int(occasion.detail)
    if player is not None and is_same:
        yield Draft(player, mark=str(occasion.version))


def says_started(telling: Telling) -> str:
    """The game has started."""
    return _("The game with %(others)s has started.", others=others(telling))


def says_turn(telling: Telling) -> str:
    """It is the reader's turn, or was."""
    if telling.is_true:
        return _("It is your turn in the game with %(others)s.", others=others(telling))
    return _("It was your turn in the game with %(others)s.", others=others(telling))


def says_running_out(telling: Telling) -> str:
    """Until when the reader is to move."""
    if not telling.is_true:
        return _("Your time in the game with %(others)s was running out.", others=others(telling))
    end = datetime.fromtimestamp(int(telling.notice.mark) / 1000, UTC)
    until = _("%(moment)s UTC", moment=present().format.datetime(end, "medium"))
    return _(
        "Your time is running out: move in the game with %(others)s before %(until)s.",
        others=others(telling),
        until=until,
    )


def says_timed_out(telling: Telling) -> str:
    """The reader's time was up."""
    return _("Your time was up in the game with %(others)s.", others=others(telling))


def says_plan_failed(telling: Telling) -> str:
    """The reader is to move, or was, since the plan did not fit."""
    if telling.is_true:
        return _(
            "Your plan could not be carried out in the game with %(others)s: it is your turn.",
            others=others(telling),
        )
    return _("Your plan could not be carried out in the game with %(others)s.", others=others(telling))
