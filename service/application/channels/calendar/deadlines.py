"""The entries of a calendar: the deadlines of a player's running games, and of rounds."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from itertools import chain

from replays.match.aggregate import Match
from service.application.i18n.names import displayed
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import pgettext as _p
from service.application.i18n.speaking import present
from service.application.notices.alarms import alarm_of
from service.application.notices.notice import sitting, to_move

MOST = 200
"""The maximum number of deadlines in a calendar; the nearest are kept."""


@dataclass(frozen=True, slots=True)
class TurnDeadline:
    """The deadline of a turn or a round: `at` and `changed`, the time of the last event, are in ms UTC.

    `game` is the id of the game or, for a round, of its tournament.

    `alarm` is the time of the player's reminder in ms UTC, None if it is another player's turn or if no
    reminder is set. `version` is the version of the record, which only grows.
    """

    game: str
    url: str
    summary: str
    at: int
    alarm: int | None
    changed: int
    version: int


def deadlines(
    player: str,
    matches: Iterable[Match],
    names: Mapping[str, str | None],
    url_of: Callable[[str], str],
    *,
    others: bool,
) -> list[TurnDeadline]:
    """The deadlines of the player's turns, and with `others` also of the other players'.

    Games without a clock have no deadlines; games that the player has left are skipped.
    """
    return [
        _deadline(match, at, player, names, url_of)
        for match in matches
        if (at := match.deadline) is not None
        and player in sitting(match)
        and (others or to_move(match) == player)
    ]


def nearest(*found: Iterable[TurnDeadline]) -> list[TurnDeadline]:
    """All these deadlines, the nearest first; at most `MOST`."""
    return sorted(chain.from_iterable(found), key=lambda each: (each.at, each.game))[:MOST]


def _deadline(
    match: Match, at: int, player: str, names: Mapping[str, str | None], url_of: Callable[[str], str]
) -> TurnDeadline:
    is_own = to_move(match) == player
    return TurnDeadline(
        match.id,
        url_of(match.id),
        _summary(match, player, names, is_own=is_own),
        at,
        alarm_of(match) if is_own else None,
        match.at,
        match.head.version,
    )


def _summary(match: Match, player: str, names: Mapping[str, str | None], *, is_own: bool) -> str:
    """The summary: the player to move, and the player's opponents."""
    seats = displayed(match, names)
    own = match.seat_of(player)
    if is_own:
        opponents = [name for seat, name in enumerate(seats) if seat != own]
        return _("Your move against %(others)s", others=present().listed(opponents))
    rest = [name for seat, name in enumerate(seats) if seat not in (own, match.mover)]
    mover = seats[match.mover] if match.mover is not None else _p("name", "Somebody")
    if not rest:
        return _("%(name)s's move against you", name=mover)
    listed = present().listed(rest)
    return _("%(name)s's move against you and %(others)s", name=mover, others=listed)


def tag_of(found: Iterable[TurnDeadline]) -> str:
    """The ETag of the feed: 32 hexadecimal digits of a hash of the deadlines and the present locale."""
    text = json.dumps([present().tag, *map(asdict, found)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]
