"""Lists in which the openers of tables take turns, so that nobody's tables crowd out those of others.

A window of fixed size holds the newest tables. Network addresses take turns: a list starts with one table of
each address in the window, then the second of each, and so on; within a turn the newest is first. At an
address its openers take turns in the same way. The next window follows. So an address with very many openers
and tables has one place in each turn.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events.causes import SYSTEM
from replays.events.stream_events import STREAMS
from replays.log.event_log import EventLog
from replays.log.listing import Asked, ListingPlace, Lists, Question, cursor_at, read_cursor
from replays.runtime.lru_cache import LruCache

WINDOW = 2_000
"""The number of open tables among which openers take turns; a page reads as many places."""
OPENERS_KEPT = 20_000
"""The number of tables whose openers a process caches: some 3 MB."""
READ_AT_ONCE = 500

T = TypeVar("T")

Groups = Callable[[Iterable[str]], Mapping[str, str]]
"""Returns the group of each account: those from one network address, or the account itself."""


class Opener(NamedTuple):
    """The account that opened a table, and its group."""

    account: str
    group: str


class FairRank(NamedTuple):
    """The number of the group's tables that come before in the window, and the table's place in the log."""

    number: int
    place: ListingPlace


def in_turns(tables: Sequence[T], opener: Callable[[T], Opener]) -> list[tuple[int, T]]:
    """These tables, newest first, in the order in which groups take turns, each with the turn's number.

    >>> in_turns(["xa3", "xa2", "yb2", "xc1", "yb1"], lambda table: Opener(table[1], table[0]))
    [(0, 'xa3'), (0, 'yb2'), (1, 'xc1'), (1, 'yb1'), (2, 'xa2')]
    """
    before = Counter[str]()
    groups = defaultdict[str, list[tuple[int, int]]](list)
    for index, table in enumerate(tables):
        account, group = opener(table)
        groups[group].append((before[account], index))
        before[account] += 1
    turns = sorted((turn, index) for each in groups.values() for turn, (_, index) in enumerate(sorted(each)))
    return [(turn, tables[index]) for turn, index in turns]


def asked(question: Question) -> Asked:
    """The page of a list that the first page in turns reads."""
    return Asked(question, WINDOW)


class FairPages:
    """Pages of the log's lists in turns. Safe to share between threads. Methods raise `StoreAway`.

    While nothing changes, successive pages have each table once. A cursor names the window, by its newest
    table, and the last place returned, so newer tables do not shift the next page. If a table leaves the list
    between two pages, older ones of its group may be missed or appear twice.
    """

    def __init__(self, log: EventLog, groups: Groups) -> None:
        self._log = log
        self._groups = groups
        self._openers = LruCache[GameId, Opener](OPENERS_KEPT)

    def page(
        self,
        question: Question,
        *,
        limit: int,
        cursor: str | None = None,
        window: int = WINDOW,
        ahead: Lists | None = None,
    ) -> tuple[list[GameId], str | None]:
        """At most `limit` tables, fewer at the end of a window, and the cursor of the next page or None.

        Mostly one round trip, none if `ahead` has the list (`asked`); one or more if openers must be read.
        Raises ValueError for a cursor that this method did not return.
        """
        start, last = _read(cursor)
        places, following = (ahead or self._log).list_places(question, limit=window, cursor=start)
        openers = self._openers_of([place.game for place in places])
        turns = (FairRank(*turn) for turn in in_turns(places, lambda place: openers[place.game]))
        rest = [turn for turn in turns if last is None or _is_after(turn, last)]
        page = rest[:limit]
        if len(rest) > limit:
            following = _write(start or cursor_at(places[0].created_at), page[-1])
        return [turn.place.game for turn in page], following

    def in_turns(self, tables: Sequence[GameId]) -> list[GameId]:
        """These tables, newest first, in the order in which groups take turns; mostly no round trip."""
        openers = self._openers_of(tables)
        return [table for _, table in in_turns(tables, openers.__getitem__)]

    def _openers_of(self, tables: Sequence[GameId]) -> dict[GameId, Opener]:
        """The opener of each table; the table's own id if it is archived or unreadable."""
        kept = {table: self._openers.get(table) for table in tables}
        unknown = [table for table, opener in kept.items() if opener is None]
        rest = iter(unknown)
        while some := list(islice(rest, READ_AT_ONCE)):
            self._read_openers(some)
        return {
            table: opener or self._openers.get(table) or Opener(table, table)
            for table, opener in kept.items()
        }

    def _read_openers(self, tables: Sequence[GameId]) -> None:
        archived = self._log.entombed(tables)
        there = [table for table in tables if table not in archived]
        firsts = self._log.read_each([(each, 0) for each in there], 1)
        accounts = {table: _opener(events) for table, events in zip(there, firsts, strict=True)}
        groups = self._groups({account for account in accounts.values() if account})
        for table in tables:
            account = accounts.get(table) or table
            self._openers.keep(table, Opener(account, groups.get(account, account)))


def _is_after(turn: FairRank, last: FairRank) -> bool:
    """True if a turn comes after another one: by its number, then from newer to older tables."""
    return (turn.number, last.place) > (last.number, turn.place)


def _opener(events: Sequence[StoredEvent] | None) -> str | None:
    """The opener of a table, from its first event: a series for its games; None if unreadable."""
    try:
        record = events[0].record if events else {}
        opener = record["actor"]
        if opener != SYSTEM:
            return str(opener)
        options = record["data"]["options"]
        return next((str(options[kind]["id"]) for kind in STREAMS.series if kind in options), None)
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
