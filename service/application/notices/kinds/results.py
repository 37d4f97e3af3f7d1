"""Notices about the end of a game: its result, its calling off, and its review."""

from collections.abc import Iterable
from functools import partial

from kingdomino.board.numbers import Seat
from replays.events.game_events import GameScored
from replays.log import occasions
from replays.match.aggregate import Match, Status
from service.application.i18n.games.kinds import WORDS
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import plural, present
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.sentences import others
from service.application.notices.notice import (
    Happened,
    NoticeDraft,
    Occasion,
    SentenceContext,
    sitting,
)

WON = plural(
    "You won the game with {others} with {count} point.",
    "You won the game with {others} with {count} points.",
)
SHARED = plural(
    "You share the first place with {count} point in the game with {others}.",
    "You share the first place with {count} points in the game with {others}.",
)
PLACED = plural(
    "You came in place {place} with {count} point in the game with {others}.",
    "You came in place {place} with {count} points in the game with {others}.",
)


def scored(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players who stayed to the end of a game when it is scored."""
    if any(isinstance(event, GameScored) for event in happened.events):
        yield from map(NoticeDraft, sitting(happened.after))


def called_off(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the other players at the table when a game or series is called off."""
    if happened.after.status is Status.ABORTED:
        yield from map(NoticeDraft, happened.others())


def says_scored(telling: SentenceContext) -> str:
    """The sentence with the reader's place and points."""
    table, own = telling.table, telling.table.seat_of(telling.player)
    if not isinstance(table, Match) or table.result is None or own is None:
        return _("The game with %(others)s is over.", others=others(telling))
    if _is_alone(table, own):
        return _("You won the game with %(others)s: everybody else left.", others=others(telling))
    place, shared = _place(table.result, own)
    words = PLACED if place > 1 else SHARED if shared else WON
    points = table.result.scores[own].total
    return present().counted(words, points, others=others(telling), place=place)


def _is_alone(match: Match, own: Seat) -> bool:
    """True if everybody else left the game, so that points did not decide it (R32)."""
    return match.game is not None and set(match.game.left) == set(range(match.players)) - {own}


def _place(result: GameScored, own: Seat) -> tuple[int, bool]:
    """The place of a seat, from 1, and True if others share it."""
    before = 0
    for seats in result.ranking:
        if own in seats:
            return before + 1, len(seats) > 1
        before += len(seats)
    raise ValueError(f"seat {own} has no place")


def says_called_off(telling: SentenceContext) -> str:
    """The sentence for a game that was called off, or a table or series before its start."""
    if isinstance(telling.table, Match) and telling.table.game is not None:
        return _("The game with %(others)s was called off.", others=others(telling))
    return WORDS[telling.table.kind].called_off.said(title=telling.title)


def reviewed(occasion: Occasion) -> Iterable[NoticeDraft]:
    """Drafts for everybody who requested the review, players or not; once for each computed review."""
    at, *asked = occasion.detail.split()
    return (NoticeDraft(player, mark=at, at=int(at)) for player in asked)


def says_reviewed(telling: SentenceContext) -> str:
    """The sentence with the game whose review is ready."""
    if telling.table.seat_of(telling.player) is None:
        return _("The review of the game between %(others)s is ready.", others=others(telling))
    return _("The review of your game with %(others)s is ready.", others=others(telling))


_kind = partial(NoticeKind, Group.RESULTS)

GAME_SCORED = _kind(
    "game_scored", _l("A game ends"), _l("Your place and your points."), says_scored, scored, receipt=True
)
CALLED_OFF = _kind(
    "called_off",
    _l("A game is called off"),
    _l("Your game or table will not go on."),
    says_called_off,
    called_off,
)
REVIEW_READY = _kind(
    "review_ready",
    _l("A review is ready"),
    _l("The review of a game that you asked for."),
    says_reviewed,
    occasion=occasions.REVIEW_READY,
    told=reviewed,
    path="/games/{table}/replay#review",
    follows=GAME_SCORED.name,
)
