"""Lists in which the openers of tables take turns, so that nobody's tables crowd out those of others.

A window of fixed size holds the newest tables. A list starts with the newest table of each opener in the
window, then the second of each, and so on; within a turn the newest is first. The next window follows. So an
opener with very many tables has one place in each turn.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.causes import SYSTEM
from replays.log.event_log import EventLog
from replays.log.listing import ListingPlace, Question, cursor_at, read_cursor
from replays.runtime.lru_cache import LruCache

WINDOW = 2_000
"""The number of open tables among which openers take turns; a page reads as many places."""
OPENERS_KEPT = 20_000
"""The number of tables whose openers a process caches: some 3 MB."""
READ_AT_ONCE = 500

T = TypeVar("T")


class FairRank(NamedTuple):
    """The number of newer tables by the same opener in the window, and the table's place in the log."""

    number: int
    place: ListingPlace


def in_turns(tables: Iterable[T], opener: Callable[[T], str]) -> list[tuple[int, T]]:
    """These tables, newest first, in the order in which openers take turns, each with the turn's number.

    >>> in_turns(["a3", "a2", "b2", "a1", "b1"], lambda table: table[0])
    [(0, 'a3'), (0, 'b2'), (1, 'a2'), (1, 'b1'), (2, 'a1')]
    """
    turns: list[tuple[int, T]] = []
    before = Counter[str]()
    for table in tables:
        turns.append((before[opener(table)], table))
        before[opener(table)] += 1
    return sorted(turns, key=lambda turn: turn[0])


class FairPages:
    """Pages of the log's lists in turns. Safe to share between threads. Methods raise `StoreAway`.

    While nothing changes, successive pages have each table once. A cursor names the window, by its newest
    table, and the last place returned, so newer tables do not shift the next page. If a table leaves the list
    between two pages, older ones of its opener may be missed or appear twice.
    """

    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._openers = LruCache[GameId, str](OPENERS_KEPT)

    def page(
        self, question: Question, *, limit: int, cursor: str | None = None, window: int = WINDOW
    ) -> tuple[list[GameId], str | None]:
        """At most `limit` tables, fewer at the end of a window, and the cursor of the next page or None.

        Mostly one round trip; two or more if openers must be read. Raises ValueError for a cursor that this
        method did not return.
        """
        start, last = _read(cursor)
        places, following = self._log.list_places(question, limit=window, cursor=start)
        openers = self._openers_of([place.game for place in places])
        turns = (FairRank(*turn) for turn in in_turns(places, lambda place: openers[place.game]))
        rest = [turn for turn in turns if last is None or _is_after(turn, last)]
        page = rest[:limit]
        if len(rest) > limit:
            following = _write(start or cursor_at(places[0].created_at), page[-1])
        return [turn.place.game for turn in page], following

    def in_turns(self, tables: Sequence[GameId]) -> list[GameId]:
        """These tables, newest first, in the order in which openers take turns; mostly no round trip."""
        openers = self._openers_of(tables)
        return [table for _, table in in_turns(tables, openers.__getitem__)]

    def _openers_of(self, tables: Sequence[GameId]) -> dict[GameId, str]:
        """The opener of each table; the table's own id if it is archived or unreadable."""
        kept = {table: self._openers.get(table) for table in tables}
        unknown = [table for table, opener in kept.items() if opener is None]
        rest = iter(unknown)
        while some := list(islice(rest, READ_AT_ONCE)):
            self._read_openers(some)
        return {table: opener or self._openers.get(table) or table for table, opener in kept.items()}

    def _read_openers(self, tables: Sequence[GameId]) -> None:
        archived = self._log.entombed(tables)
        there = [table for table in tables if table not in archived]
        for table, events in zip(there, self._log.read_each([(each, 0) for each in there], 1), strict=True):
            self._openers.keep(table, _opener(events) or table)
        for table in archived:
            self._openers.keep(table, table)


def _is_after(turn: FairRank, last: FairRank) -> bool:
    """True if a turn comes after another one: by its number, then from newer to older tables."""
    return (turn.number, last.place) > (last.number, turn.place)


def _opener(events: Sequence[StoredEvent] | None) -> str | None:
    """The opener of a table, from its first event: a dynasty for its games; None if unreadable."""
    try:
        record = events[0].record if events else {}
        opener = record["actor"]
        return str(record["data"]["options"]["dynasty"]["id"] if opener == SYSTEM else opener)
    except (KeyError, TypeError, ValueError):
        return None


def _write(start: str, last: FairRank) -> str:
    return f"{start}@{last.number}.{last.place.created_at}.{last.place.game}"


def _read(cursor: str | None) -> tuple[str | None, FairRank | None]:
    """The log's own cursor of the window, and the last turn that was returned."""
    if cursor is None or "@" not in cursor:
        return cursor, None
    start, _, turn = cursor.partition("@")
    number, _, place = turn.partition(".")
    return start, FairRank(int(number), read_cursor(place))
