"""Notices of seats: invitations, rematches, who joined, who left and who took over."""

from collections.abc import Iterable

from kingdomino.board.numbers import Seat
from replays.dynasty.aggregate import Dynasty
from replays.events.dynasty_events import DynastySeated
from replays.events.game_events import PlayerSeated, SeatLeft, SeatTakenOver
from replays.match.aggregate import Status
from service.i18n.speaking import gettext as _
from service.notices.kinds.sentences import by, third
from service.notices.notice import Draft, Happened, Table, Telling, invited


def is_wanted(table: Table, player: str) -> bool:
    """Whether the player was invited and can still sit down."""
    return table.status is Status.OPEN and table.seat_of(player) is None and player in invited(table)


def invitations(happened: Happened) -> Iterable[Draft]:
    """Those invited by their ids to a new table."""
    if happened.before is None and invited(happened.after) and not happened.is_rematch():
        yield from _to_invited(happened)


def rematches(happened: Happened) -> Iterable[Draft]:
    """Those who played before, when one of them has opened the next table."""
    if happened.before is None and invited(happened.after) and happened.is_rematch():
        yield from _to_invited(happened)


def _to_invited(happened: Happened) -> Iterable[Draft]:
    return (Draft(player, by=happened.after.opener) for player in invited(happened.after))


def joined(happened: Happened) -> Iterable[Draft]:
    """The others, while seats are still free; who takes the last one starts the game."""
    for event in happened.events:
        if isinstance(event, PlayerSeated | DynastySeated) and happened.after.status is Status.OPEN:
            yield from (Draft(player, by=event.player) for player in happened.others(than=event.player))


def left(happened: Happened) -> Iterable[Draft]:
    """Those who stay."""
    for event in happened.events:
        if isinstance(event, SeatLeft) and happened.before:
            gone = _holder(happened.before, event.seat)
            yield from (Draft(player, by=gone) for player in happened.others(than=gone))


def taken_over(happened: Happened) -> Iterable[Draft]:
    """The others at the table."""
    for event in happened.events:
        if isinstance(event, SeatTakenOver):
            yield from (Draft(player, by=event.player) for player in happened.others(than=event.player))


def _holder(table: Table, seat: Seat) -> str:
    return table.sitters[seat].player


def says_invited(telling: Telling) -> str:
    """Who invites."""
    if isinstance(telling.table, Dynasty):
        return _("%(name)s invites you to a dynasty of three games.", name=by(telling))
    return _("%(name)s invites you to a game.", name=by(telling))


def says_rematch(telling: Telling) -> str:
    """Who wants to play again."""
    if isinstance(telling.table, Dynasty):
        return _("%(name)s offers a dynasty of three games as a rematch.", name=by(telling))
    return _("%(name)s offers a rematch.", name=by(telling))


def says_joined(telling: Telling) -> str:
    """Who sat down."""
    return _("%(name)s has joined your table.", name=by(telling))


def says_left(telling: Telling) -> str:
    """Who has gone."""
    staying = third(telling)
    if staying:
        return _("%(name)s has left the game with you and %(others)s.", name=by(telling), others=staying)
    return _("%(name)s has left your game.", name=by(telling))


def says_taken_over(telling: Telling) -> str:
    """Who plays on."""
    return _("%(name)s has taken over a seat in your game.", name=by(telling))
