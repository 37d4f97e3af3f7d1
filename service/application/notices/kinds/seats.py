"""Notices about seats: invitations, rematches, and players who join, leave or take over a seat."""

from collections.abc import Iterable
from functools import partial
from typing import cast

from kingdomino.board.numbers import Seat
from replays.events.game_events import PlayerSeated, SeatLeft, SeatTakenOver
from replays.events.stream_events import STREAMS
from replays.match.aggregate import Status
from replays.match.kinds import Table
from replays.tournament.aggregate import Tournament
from service.application.i18n.games.kinds import WORDS
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.sentences import by, saying, third
from service.application.notices.notice import Happened, NoticeDraft, SentenceContext, invited


def is_wanted(table: Table, player: str) -> bool:
    """True if the player was invited and can still sit down."""
    return table.status is Status.OPEN and not _is_in(table, player) and player in invited(table)


def _is_in(table: Table, player: str) -> bool:
    if isinstance(table, Tournament):
        return table.entrant_of(player) is not None
    return table.seat_of(player) is not None


def invitations(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players invited by their ids to a new table that is no rematch."""
    if happened.before is None and invited(happened.after) and not happened.is_rematch():
        yield from _to_invited(happened)


def rematches(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players invited by their ids to a new table that is a rematch."""
    if happened.before is None and invited(happened.after) and happened.is_rematch():
        yield from _to_invited(happened)


def _to_invited(happened: Happened) -> Iterable[NoticeDraft]:
    return (NoticeDraft(player, by=happened.after.opener) for player in invited(happened.after))


def joined(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the others when a player sits down; none for the last seat, which starts the game."""
    for event in happened.events:
        if isinstance(event, STREAMS.seats) and happened.after.status is Status.OPEN:
            new = cast("PlayerSeated", event).player
            yield from (NoticeDraft(player, by=new) for player in happened.others(than=new))


def left(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the remaining players when a player leaves."""
    for event in happened.events:
        if isinstance(event, SeatLeft) and happened.before:
            gone = _holder(happened.before, event.seat)
            yield from (NoticeDraft(player, by=gone) for player in happened.others(than=gone))


def taken_over(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the others at the table when a player takes over a seat."""
    for event in happened.events:
        if isinstance(event, SeatTakenOver):
            yield from (NoticeDraft(player, by=event.player) for player in happened.others(than=event.player))


def _holder(table: Table, seat: Seat) -> str:
    return table.sitters[seat].player


def says_invited(telling: SentenceContext) -> str:
    """The sentence with the inviting player."""
    return WORDS[telling.table.kind].invites.said(name=by(telling), title=telling.title)


def says_rematch(telling: SentenceContext) -> str:
    """The sentence with the player who offers a rematch."""
    return WORDS[telling.table.kind].rematch.said(name=by(telling))


def says_left(telling: SentenceContext) -> str:
    """The sentence with the player who left."""
    staying = third(telling)
    if staying:
        return _("%(name)s has left the game with you and %(others)s.", name=by(telling), others=staying)
    return _("%(name)s has left your game.", name=by(telling))


_kind = partial(NoticeKind, Group.TABLES)

INVITED = _kind(
    "invited",
    _lp("notice", "Invitations"),
    _l("Somebody keeps a seat for you."),
    says_invited,
    invitations,
    holds=is_wanted,
    by_choice=True,
)
REMATCH_OFFERED = _kind(
    "rematch_offered",
    _lp("notice", "Rematches"),
    _l("Somebody wants to play with you again."),
    says_rematch,
    rematches,
    holds=is_wanted,
    by_choice=True,
)
PLAYER_JOINED = _kind(
    "player_joined",
    _lp("notice", "Somebody joins"),
    _l("A seat at your table is taken, others are free."),
    saying(_l("%(name)s has joined your table.")),
    joined,
)
SEAT_LEFT = _kind(
    "seat_left",
    _lp("notice", "Somebody leaves"),
    _l("A player has left a game that goes on."),
    says_left,
    left,
)
SEAT_TAKEN_OVER = _kind(
    "seat_taken_over",
    _l("Somebody takes over"),
    _l("A player goes on with a free seat."),
    saying(_l("%(name)s has taken over a seat in your game.")),
    taken_over,
)
