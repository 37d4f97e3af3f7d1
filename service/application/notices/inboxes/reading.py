"""Notices in words: sentences from the present states of their tables, in the present language."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from replays.dynasty.aggregate import Dynasty
from replays.encoding.identity import DynastyId
from replays.log.listing import Listing
from replays.match.aggregate import Match
from replays.match.aggregate_cache import AggregateCache
from service.application.i18n.names import displayed
from service.application.notices.inboxes.inboxes import InboxEntry
from service.application.notices.kinds.registry import KINDS, is_true
from service.application.notices.notice import Notice, SentenceContext, Table

Names = Callable[[Iterable[str]], Mapping[str, str | None]]
"""Returns the present names of players by their ids."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A notice in words, with its table as it is now, or None; `unread` is False if it is no longer true."""

    position: int
    notice: Notice
    table: Table | None
    unread: bool
    text: str


class NoticeReader:
    """Puts notices into words for their players. Methods raise `StoreAway`."""

    def __init__(
        self, matches: AggregateCache[Match], dynasties: AggregateCache[Dynasty], names: Names
    ) -> None:
        self._matches = matches
        self._dynasties = dynasties
        self._names = names

    def spoken(
        self, player: str, kept: Collection[InboxEntry], may_see: Callable[[Table], bool]
    ) -> list[Spoken]:
        """The notices whose table can be read and may be seen by the player, in their order.

        Notices about the account are included.
        """
        tables = {table.id: table for table in self._tables(kept) if may_see(table)}
        found = [each for each in kept if each.notice.listing is None or each.notice.table in tables]
        people = {each.notice.by for each in found} - {""}
        for table in tables.values():
            people |= {sitter.player for sitter in table.sitters if sitter.bot is None}
        names = {each: name for each, name in self._names(people).items() if name is not None}
        return [_spoken(each, tables.get(each.notice.table), player, names) for each in found]

    def _tables(self, kept: Iterable[InboxEntry]) -> list[Table]:
        games, dynasties = (
            list(dict.fromkeys(each.notice.table for each in kept if each.notice.listing is listing))
            for listing in (Listing.GAMES, Listing.DYNASTIES)
        )
        return [*self._matches.readable(games), *self._dynasties.readable(map(DynastyId, dynasties))]


def _spoken(kept: InboxEntry, table: Table | None, player: str, names: Mapping[str, str]) -> Spoken:
    kind = KINDS[kept.notice.kind]
    if kind.words is not None:
        return Spoken(kept.position, kept.notice, None, kept.unread, kind.words(kept.notice.mark))
    assert table is not None  # noqa: S101 - only notices with words are about no table
    true = is_true(kept.notice, table, player)
    telling = SentenceContext(kept.notice, table, player, true, displayed(table, names), names)
    return Spoken(kept.position, kept.notice, table, kept.unread and true, kind.says(telling))
