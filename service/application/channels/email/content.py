"""The words of an e-mail: its subject, and for each table the sentences, the deadline and the link."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby

from replays.clocks.zones import zone
from replays.match.aggregate import Match
from replays.match.kinds import Table
from service.application.i18n.games.kinds import WORDS
from service.application.i18n.names import displayed
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import ngettext, present
from service.application.i18n.speaking import pgettext as _p
from service.application.notices.inboxes.reading import Spoken
from service.application.notices.notice import to_move

Names = Mapping[str, str | None]
Story = Callable[[Match, str, Sequence[str]], Sequence[str]]
"""Describes in sentences the events of a game since this player's last move; names are by seat."""


@dataclass(frozen=True, slots=True)
class EmailContext:
    """The inputs for the text about tables: names by player, the reader's time zone, story and receipt."""

    names: Names
    timezone: str
    story: Story
    receipt: Callable[[Match], str]


@dataclass(frozen=True, slots=True)
class TableSection:
    """One table of an e-mail: title, sentences of the notices, story, deadline and path of the page.

    `receipt` is the receipt of a finished game as JSON, else empty.
    """

    title: str
    sentences: Sequence[str]
    story: Sequence[str]
    deadline: str
    path: str
    receipt: str


@dataclass(frozen=True, slots=True)
class Content:
    """The words of an e-mail: the subject and the parts."""

    subject: str
    parts: Sequence[TableSection]


def content(player: str, notices: Sequence[Spoken], telling: EmailContext) -> Content:
    """The words of an e-mail to a player; tables are in the order of their oldest notices."""
    by_table = sorted(notices, key=lambda each: _first(each, notices))
    parts = [
        _part(player, list(group), telling)
        for _table, group in groupby(by_table, key=lambda each: each.notice.table)
    ]
    return Content(_subject(parts, notices), parts)


def tables(notices: Iterable[Spoken]) -> list[Table]:
    """The tables of the notices, each once."""
    return list({each.notice.table: each.table for each in notices if each.table is not None}.values())


def _first(spoken: Spoken, notices: Sequence[Spoken]) -> tuple[int, int]:
    first = min(each.position for each in notices if each.notice.table == spoken.notice.table)
    return first, spoken.position


def _part(player: str, notices: Sequence[Spoken], telling: EmailContext) -> TableSection:
    table, newest = notices[-1].table, notices[-1]
    sentences = [each.text for each in notices]
    if table is None:
        return TableSection(_p("heading", "Your account"), sentences, (), "", newest.path, "")
    seats = displayed(table, telling.names)
    return TableSection(
        _title(table, player, seats, newest.title),
        sentences,
        telling.story(table, player, seats) if isinstance(table, Match) else (),
        _deadline(table, player, telling.timezone),
        newest.path,
        telling.receipt(table) if isinstance(table, Match) and newest.kind.receipt else "",
    )


def _title(table: Table, player: str, seats: Sequence[str], title: str) -> str:
    """The title, the same for the whole game or tournament, because mail programs thread by it.

    It has the other players' names, or that of the tournament.
    """
    if title:
        return WORDS[table.kind].subject.said(title=title)
    own = table.seat_of(player)
    others = present().listed([name for seat, name in enumerate(seats) if seat != own])
    if not others:
        return "Kingdomino"
    return WORDS[table.kind].subject.said(others=others)


def _subject(parts: Sequence[TableSection], notices: Sequence[Spoken]) -> str:
    if len(parts) > 1:
        return ngettext(
            "Kingdomino: news from %(num)s table", "Kingdomino: news from %(num)s tables", len(parts)
        )
    title = parts[0].title
    return next((each.kind.subject.said(title=title) for each in notices if each.kind.subject), title)


def _deadline(table: Table, player: str, timezone: str) -> str:
    """A sentence with the deadline, in the player's time zone; empty if the player has none to meet."""
    due = table.deadline if isinstance(table, Match) and to_move(table) == player else None
    if due is None:
        return ""
    moment = datetime.fromtimestamp(due / 1000, UTC)
    local = present().format_in(zone(timezone))
    return _(
        "You have until %(date)s, %(time)s (%(zone)s).",
        date=local.date(moment, "full"),
        time=local.time(moment, "short"),
        zone=timezone.replace("_", " "),
    )
