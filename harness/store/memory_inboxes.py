"""The inboxes in memory, with the behaviour of the store's; every account exists unless it was erased."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from replays.encoding.identity import GameId
from service.application.account_keys import AccountErased
from service.application.notices.inboxes.inboxes import MOST, InboxChange, InboxEntry, UnknownNotice
from service.application.notices.kinds.registry import KINDS
from service.application.notices.notice import Notice


@dataclass(slots=True)
class _Inbox:
    count: int = 0
    places: dict[int, tuple[int, ...]] = field(default_factory=dict)
    notices: dict[int, Notice] = field(default_factory=dict)
    unread: set[int] = field(default_factory=set)
    since: dict[int, int] = field(default_factory=dict)
    made: list[Notice] = field(default_factory=list)
    blocked: set[str] = field(default_factory=set)
    muted: set[str] = field(default_factory=set)

    def take(self, change: InboxChange) -> bool:
        """Take a change, unless it was taken before; True if it is new."""
        entry = tuple(map(int, change.entry.split("-")))
        if entry <= self.places.get(change.partition, (0, 0)):
            return False
        self.places[change.partition] = entry
        of_table = {position for position, notice in self.notices.items() if notice.table == change.table}
        if change.forget:
            self._drop(of_table)
        if change.over:
            self._drop({position for position in of_table if KINDS[self.notices[position].kind].latest})
        self.unread -= {
            position
            for position in of_table & self.notices.keys()
            if change.seen or self.notices[position].kind in change.close
        }
        for notice in change.make:
            self._make(notice)
        return True

    def _make(self, notice: Notice) -> None:
        same = {
            position: other
            for position, other in self.notices.items()
            if (other.kind, other.table) == (notice.kind, notice.table)
        }
        latest = KINDS[notice.kind].latest
        if (latest or notice.mark) and any(other.mark == notice.mark for other in same.values()):
            return
        if KINDS[notice.kind].by_choice and notice.by in self.blocked:
            return
        if KINDS[notice.kind].mutable and self.muted & {notice.by, notice.table}:
            return
        waited = [self.since.get(position, position) for position in same if position in self.unread]
        if latest or KINDS[notice.kind].replaces:
            self._drop(set(same))
        self.count += 1
        if waited and KINDS[notice.kind].replaces:
            self.since[self.count] = waited[0]
        self.notices[self.count] = notice
        self.made.append(notice)
        self.unread.add(self.count)
        self._drop(set(sorted(self.notices)[:-MOST]))

    def _drop(self, positions: set[int]) -> None:
        for position in positions:
            self.notices.pop(position, None)
        self.unread -= positions


class MemoryInboxes:
    """The `Inboxes` in memory."""

    def __init__(self) -> None:
        self._inboxes: dict[str, _Inbox] = {}
        self.erased: set[str] = set()

    def block(self, player: str, other: str) -> None:
        """Let a player get no notices that this other player chooses to send."""
        self._inboxes.setdefault(player, _Inbox()).blocked.add(other)

    def mute(self, player: str, other: str) -> None:
        """Let a player get no notices of messages by this other player, or in this game."""
        self._inboxes.setdefault(player, _Inbox()).muted.add(other)

    def made(self, player: str) -> list[Notice]:
        """Return every notice that the player ever got, in order, including those that are gone."""
        return self._inboxes.get(player, _Inbox()).made

    def players(self) -> set[str]:
        """Return the players with an inbox."""
        return set(self._inboxes)

    def write(self, player: str, changes: list[InboxChange]) -> int | None:
        """Take the changes; return the number of unread notices, or None if nothing changed."""
        if player in self.erased:
            return None
        inbox = self._inboxes.setdefault(player, _Inbox())
        before = dict(inbox.notices), set(inbox.unread)
        taken = [inbox.take(change) for change in changes]
        return len(inbox.unread) if not all(taken) or (inbox.notices, inbox.unread) != before else None

    def unread(self, player: str) -> int:
        """Return the number of unread notices."""
        return len(self._inboxes.get(player, _Inbox()).unread)

    def page(self, player: str, before: int | None, limit: int) -> tuple[list[InboxEntry], int | None]:
        """Return a page of notices, and the cursor of the next one."""
        kept = [each for each in self.every(player) if before is None or each.position < before]
        return kept[:limit], kept[limit - 1].position if len(kept) > limit else None

    def after(self, player: str, position: int) -> list[InboxEntry]:
        """Return the notices after a position, the oldest first."""
        return [each for each in reversed(list(self.every(player))) if each.position > position]

    def every(self, player: str) -> Iterator[InboxEntry]:
        """Return all notices, the newest first."""
        inbox = self._inboxes.get(player, _Inbox())
        for position in sorted(inbox.notices, reverse=True):
            unread = position in inbox.unread
            yield InboxEntry(
                position, inbox.notices[position], unread, inbox.since.get(position) if unread else None
            )

    def see(self, player: str, upto: int | None, table: GameId | None = None) -> int:
        """Mark notices as read; return the number of unread ones."""
        if player in self.erased:
            raise AccountErased
        inbox = self._inboxes.setdefault(player, _Inbox())
        if upto is None:
            upto = inbox.count
        if upto > inbox.count:
            raise UnknownNotice(inbox.count)
        inbox.unread -= {
            position
            for position in inbox.unread
            if position <= upto and table in (None, inbox.notices[position].table)
        }
        return len(inbox.unread)
