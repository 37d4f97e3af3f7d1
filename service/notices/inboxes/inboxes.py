"""The inboxes of players: the newest notices of each, which of them are unread, and what made them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from replays.encoding.identity import GameId
from service.notices.notice import ACCOUNT, Notice
from service.people.moderation.enforcing import Telling

OF_MODERATION = -1
"""In the place of a partition: the entry is a number of the stream of moderation."""
MOST = 500
"""How many notices an inbox keeps, the newest."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What an entry of the feeds does to one player's notices, in this order.

    `forget` removes all notices of a table, `over` those of a kind that has only the latest, `seen` marks all
    as read, `close` those of some kinds, `make` adds. An inbox takes each entry once: `partition` and `entry`
    name it.
    """

    partition: int
    entry: str
    table: GameId
    forget: bool = False
    over: bool = False
    seen: bool = False
    close: tuple[str, ...] = ()
    make: tuple[Notice, ...] = ()


def of_account(kind: str, number: int, at: int, detail: str) -> Delivery:
    """A notice about an account, once for each number of the stream of moderation; `at` is ms UTC."""
    notice = Notice(kind, ACCOUNT, None, number, at, mark=f"{number}/{detail}")
    return Delivery(OF_MODERATION, f"{number}-0", ACCOUNT, make=(notice,))


@dataclass(frozen=True, slots=True)
class Kept:
    """A notice at its position, from 1 on in each inbox.

    `since` is the position of the first of the unread notices of which the newer took the place of the older,
    without one read between them; None for a notice that took the place of none.
    """

    position: int
    notice: Notice
    unread: bool
    since: int | None = None

    @property
    def first(self) -> int:
        """The position from which on the reader has read nothing of this."""
        return self.position if self.since is None else self.since


def teller(inboxes: "Inboxes") -> Callable[[Telling], None]:
    """What writes the notices of moderation into these inboxes."""

    def tell(told: Telling) -> None:
        inboxes.write(told.player, [of_account(told.kind, told.number, told.at, told.detail)])

    return tell


class UnknownNotice(Exception):  # noqa: N818 - the answer, not a fault
    """There is no notice at this position yet; `newest` is the last one."""

    def __init__(self, newest: int) -> None:
        super().__init__(newest)
        self.newest = newest


class Inboxes(Protocol):
    """The inboxes of all players.

    Methods raise `StoreAway`; `write` and `see` may have an `UnknownOutcome`, and may be repeated safely.
    """

    def write(self, player: str, deliveries: list[Delivery]) -> int | None:
        """Take these, those of each partition in its order; those taken before change nothing.

        Invitations, rematches and comments of players whom this one has blocked are left out.
        Returns how many notices are unread now; None where nothing has changed, or the account is erased.
        """

    def unread(self, player: str) -> int:
        """Return how many notices are unread."""

    def page(self, player: str, before: int | None, limit: int) -> tuple[list[Kept], int | None]:
        """Return the newest notices before a position, and the position that the next page comes before."""

    def after(self, player: str, position: int) -> list[Kept]:
        """Return all notices after a position, the oldest first."""

    def every(self, player: str) -> Iterator[Kept]:
        """Return all notices, the newest first."""

    def see(self, player: str, upto: int | None, table: GameId | None = None) -> int:
        """Mark all up to a position as read, or those of one table; return how many are unread now.

        None is the newest position. Raises `UnknownNotice` and `AccountErased`.
        """
