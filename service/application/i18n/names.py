"""The displayed names of players, bots and erased accounts."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from kingdomino.policies import plain_name
from replays.match.aggregate import Sitter
from replays.match.kinds import Table
from service.application.i18n.games.bots import WORDS as BOTS
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.speaking import pgettext, present

TITLES = {
    "game": _lp("pattern", "%(names)s, %(date)s"),
    "replay": _l("Replay: %(names)s, %(date)s"),
    "dynasty": _l("Dynasty: %(names)s, %(date)s"),
}
"""The titles of pages of a table."""

WORDS = {"name.erased": _lp("name", "Somebody")}


def displayed(table: Table, names: Mapping[str, str | None]) -> list[str]:
    """The displayed names of a table's players, in the order of seats."""
    return [_name(seat, sitter, names) for seat, sitter in enumerate(table.sitters)]


def title_of(page: str, table: Table, names: Mapping[str, str | None]) -> str:
    """The title of a page of a table, of `TITLES`: its players, and the day on which it was opened."""
    return titled(page, table, displayed(table, names))


def titled(page: str, table: Table, players: Sequence[str]) -> str:
    """The same with the displayed names of the players."""
    language, opened = present(), datetime.fromtimestamp(table.created_at / 1000, UTC)
    who = language.listed(players) if players else pgettext("name", "Nobody yet")
    return TITLES[page].said(names=who, date=language.format.date(opened, "medium"))


class Seated(NamedTuple):
    """A seat's displayed name, and the player whose page it links to; None for bots and erased accounts."""

    name: str
    player: str | None


def people_at(table: Table, names: Mapping[str, str | None]) -> tuple[Seated, ...]:
    """The displayed players of a table, in the order of seats."""
    called = displayed(table, names)
    players = (sitter.player if names.get(sitter.player) else None for sitter in table.sitters)
    return tuple([Seated(name, player) for name, player in zip(called, players, strict=True)])


def _name(seat: int, sitter: Sitter, names: Mapping[str, str | None]) -> str:
    if sitter.bot is not None:
        return str(BOTS[plain_name(sitter.bot)].names[seat])
    return names.get(sitter.player) or pgettext("name", "Somebody")
