"""What a calendar tells of: the deadlines of a player's running games."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass

from babel.lists import format_list

from replays.match.aggregate import Match
from service.i18n.names import displayed
from service.i18n.speaking import gettext as _
from service.i18n.speaking import present
from service.notices.alarms import alarm_of
from service.notices.notice import sitting, to_move

MOST = 200
"""How many deadlines a calendar has, the nearest."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A turn that has to be made: `at` and `changed`, its game's last change, in ms UTC.

    `alarm` is when the player is reminded, None for another one's turn. `version` is the game's, which only
    grows.
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
) -> list[Deadline]:
    """The deadlines of the player's turns, and with `others` of those of everybody else, the nearest first.

    Games without a clock have none, and neither have those that the player has left.
    """
    found = [
        _deadline(match, at, player, names, url_of)
        for match in matches
        if (at := match.deadline) is not None
        and player in sitting(match)
        and (others or to_move(match) == player)
    ]
    return sorted(found, key=lambda each: (each.at, each.game))[:MOST]


def _deadline(
    match: Match, at: int, player: str, names: Mapping[str, str | None], url_of: Callable[[str], str]
) -> Deadline:
    is_own = to_move(match) == player
    return Deadline(
        match.id,
        url_of(match.id),
        _summary(match, player, names, is_own=is_own),
        at,
        alarm_of(match) if is_own else None,
        match.at,
        match.head.version,
    )


def _summary(match: Match, player: str, names: Mapping[str, str | None], *, is_own: bool) -> str:
    """Whose move it is, with the others that the player plays with."""
    seats = displayed(match, names)
    own = match.seat_of(player)
    if is_own:
        opponents = [name for seat, name in enumerate(seats) if seat != own]
        return _("Your move against %(others)s", others=format_list(opponents, locale=present().locale))
    rest = [name for seat, name in enumerate(seats) if seat not in (own, match.mover)]
    mover = seats[match.mover] if match.mover is not None else _("Somebody")
    if not rest:
        return _("%(name)s's move against you", name=mover)
    listed = format_list(rest, locale=present().locale)
    return _("%(name)s's move against you and %(others)s", name=mover, others=listed)


def tag_of(found: Iterable[Deadline]) -> str:
    """What names these deadlines, as they are written in the present language; another one for any change."""
    text = json.dumps([str(present().locale), *map(asdict, found)])
    return hashlib.sha256(text.encode()).hexdigest()[:32]
