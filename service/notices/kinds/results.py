"""Notices of the end of a game and after it: its result, that it was called off, that its review is there."""

from collections.abc import Iterable

from kingdomino.board.numbers import Seat
from replays.dynasty.aggregate import Dynasty
from replays.events.dynasty_events import DynastyAborted
from replays.events.game_events import GameAborted, GameScored
from replays.log.occasions import REVIEW_READY
from replays.match.aggregate import Match
from service.i18n.speaking import gettext as _
from service.notices.kinds.sentences import others
from service.notices.notice import Draft, Happened, Occasion, Telling, sitting

REVIEWED = REVIEW_READY


def scored(happened: Happened) -> Iterable[Draft]:
    """Everybody who stayed to the end."""
    if any(isinstance(event, GameScored) for event in happened.events):
        yield from map(Draft, sitting(happened.after))


def called_off(happened: Happened) -> Iterable[Draft]:
    """The others at the table."""
    if any(isinstance(event, GameAborted | DynastyAborted) for event in happened.events):
        yield from map(Draft, happened.others())


def says_scored(telling: Telling) -> str:
    """The reader's place and points."""
    table, own = telling.table, telling.table.seat_of(telling.player)
    if not isinstance(table, Match) or table.result is None or own is None:
        return _("The game with %(others)s is over.", others=others(telling))
    values = {"others": others(telling), "points": table.result.scores[own].total}
    place, shared = _place(table.result, own)
    if place == 1 and shared:
        return _("You share the first place with %(points)s points in the game with %(others)s.", **values)
    if place == 1:
        return _("You won the game with %(others)s with %(points)s points.", **values)
    return _(
        "You came in place %(place)s with %(points)s points in the game with %(others)s.",
        place=place,
        **values,
    )


def _place(result: GameScored, own: Seat) -> tuple[int, bool]:
    """The place of a seat, from 1 on, and whether others share it."""
    before = 0
    for seats in result.ranking:
        if own in seats:
            return before + 1, len(seats) > 1
        before += len(seats)
    raise ValueError(f"seat {own} has no place")


def says_called_off(telling: Telling) -> str:
    """Nobody wins."""
    if isinstance(telling.table, Dynasty):
        return _("Your dynasty was called off.")
    if telling.table.game is None:
        return _("Your table was called off.")
    return _("The game with %(others)s was called off.", others=others(telling))


def reviewed(occasion: Occasion) -> Iterable[Draft]:
    """Those who asked for the review, whether they played or not; once for each time that it was made."""
    at, *asked = occasion.detail.split()
    return (Draft(player, mark=at, at=int(at)) for player in asked)


def says_reviewed(telling: Telling) -> str:
    """Of which game."""
    if telling.table.seat_of(telling.player) is None:
        return _("The review of the game between %(others)s is ready.", others=others(telling))
    return _("The review of your game with %(others)s is ready.", others=others(telling))
