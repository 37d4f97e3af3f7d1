"""The interface of inboxes: the newest notices of a player, which are unread, and changes of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from replays.encoding.identity import GameId
from service.application.notices.kinds.registry import KINDS
from service.application.notices.notice import ACCOUNT, Notice
from service.application.people.moderation.entries import Decided

OF_MODERATION = -1
"""Takes the place of a partition: the entry is a number of the stream of moderation."""
MOST = 500
"""The maximum number of notices in an inbox; the newest are kept."""


@dataclass(frozen=True, slots=True)
class InboxChange:
    """The effects of one entry of the feeds on one player's notices.

    `forget` removes all notices of the table, and `over` those of kinds with `latest`. `seen` marks all
    notices of the table as read, and `close` those of some kinds. `make` adds notices. An inbox applies each
    entry once: `partition` and `entry` identify it.
    """

    partition: int
    entry: str
    table: GameId
    forget: bool = False
    over: bool = False
    seen: bool = False
    close: tuple[str, ...] = ()
    make: tuple[Notice, ...] = ()


def of_account(kind: str, number: int, at: int, detail: str) -> InboxChange:
    """The change that adds a notice about an account, one for each `number` of moderation; `at` is ms UTC."""
    notice = Notice(kind, ACCOUNT, None, number, at, mark=f"{number}/{detail}")
    return InboxChange(OF_MODERATION, f"{number}-0", ACCOUNT, make=(notice,))


@dataclass(frozen=True, slots=True)
class InboxEntry:
    """A notice of an inbox; positions begin with 1 in each inbox.

    If the notice replaced an unread one, `since` is the position of the first notice in that chain of unread
    replacements; otherwise it is None.
    """

    position: int
    notice: Notice
    unread: bool
    since: int | None = None

    @property
    def first(self) -> int:
        """The first position from which the reader has read nothing of this."""
        return self.position if self.since is None else self.since


def teller(inboxes: "Inboxes") -> Callable[[int, Decided], list[str]]:
    """A function that writes the notices of a numbered decision, and returns the players who got them."""

    def tell(number: int, decided: Decided) -> list[str]:
        told = []
        for kind in KINDS.values():
            for draft in kind.decided(decided) if kind.decided else ():
                inboxes.write(draft.player, [of_account(kind.name, number, decided.at, draft.mark)])
                told.append(draft.player)
        return told

    return tell


class UnknownNotice(Exception):  # noqa: N818 - the answer, not a fault
    """There is no notice at this position yet; `newest` is the last one."""

    def __init__(self, newest: int) -> None:
        super().__init__(newest)
        self.newest = newest


class Inboxes(Protocol):
    """The inboxes of all players.

    Methods raise `StoreAway`; `write` and `see` also raise `UnknownOutcome`, and may be repeated safely.
    """

    def write(self, player: str, changes: list[InboxChange]) -> int | None:
        """Apply changes, in the order of each partition; those applied before have no effect.

        Notices of kinds with `by_choice` from players whom this player has blocked are left out, and those of
        kinds with `mutable` from muted players or games. Returns the number of unread notices; None if
        nothing has changed, or if the account is erased.
        """

    def write_each(self, changes: Mapping[str, Sequence[InboxChange]]) -> dict[str, int]:
        """Apply the changes of each player as `write` does; return the numbers of those that have changed.

        After an error some players may have their changes.
        """

    def unread(self, player: str) -> int:
        """Return the number of unread notices."""

    def page(self, player: str, before: int | None, limit: int) -> tuple[list[InboxEntry], int | None]:
        """Return the newest notices before a position, and `before` for the next page, None at the end."""

    def after(self, player: str, position: int) -> list[InboxEntry]:
        """Return all notices after a position, the oldest first."""

    def every(self, player: str) -> Iterator[InboxEntry]:
        """Return all notices, the newest first."""

    def see(self, player: str, upto: int | None, table: GameId | None = None) -> int:
        """Mark notices up to a position as read, all or those of one table; return the number of unread ones.

        `upto` None means the newest position. Raises `UnknownNotice` and `AccountErased`.
        """
