"""The seat quota: at how many tables an account may sit, and how many may be opened from one address.

A table takes memory until it is played to its end, and room in the lobby until it is full. Concurrent
requests may take an account a few tables beyond its cap, because its seats are counted and not reserved. The
cap of an address is exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from kingdomino.rules import check
from replays.commands.tables import NewTable
from replays.kinds import KINDS
from replays.log.event_log import EventLog
from replays.log.listing import Question
from replays.match.aggregate import Sitter, Status
from replays.match.deciding.decisions import Refusal
from replays.match.kinds import Table
from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.games.seats.opened_tables import OpenedTables, Opening
from service.application.people.contacts import Contacts
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt, Throttle


@dataclass(frozen=True, slots=True)
class Cap:
    """The most tables that wait for players, including series, and the most games in play."""

    open: int
    active: int


@dataclass(frozen=True, slots=True)
class Caps:
    """The caps of guests, of accounts with a confirmed e-mail, and of open tables per client address."""

    guest: Cap
    member: Cap
    address: int


CAPS = Caps(guest=Cap(open=10, active=100), member=Cap(open=200, active=500), address=50)


class TooManyTables(Problem):
    """409: the account already has `most` tables of this status, which is its cap."""

    def __init__(self, most: int, status: Status) -> None:
        kind = "that wait for players" if status is Status.OPEN else "being played"
        detail = f"you have a seat at {most} tables {kind}, the maximum: play or leave one of them first"
        super().__init__(409, "seat/too-many", detail)


class AddressTablesFull(Problem):
    """409: the address already has `most` open tables, which is its cap."""

    def __init__(self, most: int) -> None:
        super().__init__(
            409,
            "table/too-many",
            f"{most} tables opened from your network address wait for players, the maximum: fill or call "
            "off one of them first",
        )


@dataclass(frozen=True, slots=True)
class SeatQuota:
    """Limits opening tables and sitting down; no limits without `caps`. Methods raise `StoreAway`."""

    log: EventLog
    throttle: Throttle
    credentials: CredentialsStore
    opened: OpenedTables
    contacts: Contacts
    caps: Caps | None

    def check_seat(self, player: str, table: Table | None) -> None:
        """Raise if the player may not take a seat at this table, or has too many seats; None is a new table.

        Raises `TooManyTables`, and `Refusal` `seat/refused` if the opener or a sitter has blocked the player,
        without naming that reason. A seat that the player already has does not count again.
        """
        if table is not None and table.seat_of(player) is None:
            there = [table.opener, *people(table.sitters)]
            if self.contacts.blocking(there, player):
                raise Refusal("seat/refused", "this table cannot be joined")
        self.sit_down(player, table)

    def sit_down(self, player: str, table: Table | None) -> None:
        """Raise `TooManyTables` if the player may take no further seat; a seat already held passes."""
        if self.caps is None or (table is not None and table.seat_of(player) is not None):
            return
        for status in (Status.OPEN, Status.ACTIVE):
            self._check(self.caps, player, status)

    def open(self, player: str, new: NewTable, opening: Opening, there: Table | None) -> None:
        """Raise if the player may open no more tables; `there` is the table if a repeated request opened it.

        Raises `RuleViolation` first, as opening the table would, then `TooManyTables`, `AddressTablesFull`,
        and `TooOften` for tables opened for others.
        """
        check(new.rules, new.players)
        if new.sitter is not None:
            self.sit_down(player, there)
        elif there is None:
            self._open_for_others(player, opening)
        if there is None:
            self.open_from(opening)

    def open_from(self, opening: Opening) -> None:
        """Record the table under its address; raise `AddressTablesFull` if it may open no more."""
        if self.caps and not self.opened.from_address(opening, self.caps.address):
            raise AddressTablesFull(self.caps.address)

    def _open_for_others(self, player: str, opening: Opening) -> None:
        if self.caps is None:
            return
        self._check(self.caps, player, Status.OPEN)
        self.throttle.count(Attempt.TABLE_FOR_OTHERS, player)
        most = self.caps.member.open
        if not self.opened.for_others(player, opening, most):
            raise TooManyTables(most, Status.OPEN)

    def _check(self, caps: Caps, player: str, status: Status) -> None:
        guests, members = (getattr(cap, status.value) for cap in (caps.guest, caps.member))
        taken = self._taken(player, status, members)
        if taken < guests:
            return
        most = guests if self.credentials.of(player).email is None else members
        if taken >= most:
            raise TooManyTables(most, status)

    def _taken(self, player: str, status: Status, limit: int) -> int:
        """The number of the player's tables of this status; for a series in play its current game counts.

        Open tables that the player opened for others count as well. Nobody sits in an open tournament, and a
        director could enter others there, so it counts for nobody.
        """
        if status is not Status.OPEN:
            return len(self.log.list_games(limit=limit, status=status.value, player=player)[0])
        seated = (kind for kind in KINDS if kind.events.seats)
        questions = (Question(kind.listing, status.value, player) for kind in seated)
        found = (self.log.list_streams(each, limit=limit)[0] for each in questions)
        return len({*chain.from_iterable(found), *self.opened.open_for_others(player)})


def people(sitters: Sequence[Sitter]) -> list[str]:
    """The people among the sitters of a table, without bots."""
    return [sitter.player for sitter in sitters if sitter.bot is None]
