"""Notices in words: sentences from the present states of their tables, in the present language."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from replays.encoding.identity import GameId
from replays.kinds import KINDS, Streams
from replays.log.listing import Listing
from replays.match.kinds import Table
from replays.tournament.aggregate import Tournament
from service.application.cursors import position
from service.application.i18n.names import displayed
from service.application.notices.inboxes.inboxes import InboxEntry, Inboxes
from service.application.notices.kinds.kind import NoticeKind
from service.application.notices.kinds.registry import KINDS as NOTICES
from service.application.notices.kinds.registry import is_true
from service.application.notices.notice import Notice, SentenceContext

Names = Callable[[Iterable[str]], Mapping[str, str | None]]
"""Returns the present names of players by their ids."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A notice in words, with its table as it is now, or None; `unread` is False if it is no longer true.

    `title` is the name of the tournament, or "".
    """

    position: int
    notice: Notice
    table: Table | None
    unread: bool
    text: str
    title: str = ""

    @property
    def kind(self) -> NoticeKind:
        """The kind of the notice."""
        return NOTICES[self.notice.kind]

    @property
    def path(self) -> str:
        """The path of the page that the notice opens."""
        notice = self.notice
        return self.kind.path.format(
            listing=notice.listing, table=notice.table, version=notice.version, mark=notice.mark
        )


class NoticeReader:
    """Puts notices into words for their players. Methods raise `StoreAway`.

    `names` has the names of players and `titled` that of a tournament in the form of a channel.
    """

    def __init__(self, streams: Streams, names: Names, titled: Callable[[str], str] = str) -> None:
        self._streams = streams
        self._names = names
        self._titled = titled

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
        return [self._spoken(each, tables.get(each.notice.table), player, names) for each in found]

    def page(
        self, inboxes: Inboxes, player: str, cursor: str | None, limit: int, may_see: Callable[[Table], bool]
    ) -> tuple[list[Spoken], str | None]:
        """A page of the player's notices, newest first, and the cursor of the next page or None.

        Notices that `spoken` leaves out make a page shorter than `limit`. 422 `request/invalid` for an
        invalid cursor.
        """
        kept, following = inboxes.page(player, position(cursor), limit)
        return self.spoken(player, kept, may_see), None if following is None else str(following)

    def _tables(self, kept: Iterable[InboxEntry]) -> list[Table]:
        ids: dict[Listing, dict[GameId, None]] = {}
        for each in kept:
            if each.notice.listing is not None:
                ids.setdefault(each.notice.listing, {})[each.notice.table] = None
        caches = {kind.listing: self._streams.of(kind) for kind in KINDS}
        return [table for listing, cache in caches.items() for table in cache.readable(ids.get(listing, ()))]

    def _spoken(self, kept: InboxEntry, table: Table | None, player: str, names: Mapping[str, str]) -> Spoken:
        kind = NOTICES[kept.notice.kind]
        if kind.words is not None:
            text = kind.words(kept.notice.mark.partition("/")[2])
            return Spoken(kept.position, kept.notice, None, kept.unread, text)
        assert table is not None  # noqa: S101 - only notices with words are about no table
        true = is_true(kept.notice, table, player)
        title = self._titled(table.created.name) if isinstance(table, Tournament) else ""
        seats = displayed(table, names)
        telling = SentenceContext(kept.notice, table, player, true, seats, names, title)
        return Spoken(kept.position, kept.notice, table, kept.unread and true, kind.says(telling), title)
