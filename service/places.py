"""How many tables an account may sit at, since each takes memory for as long as nobody plays it to its end.

Requests at the same moment may take an account a few beyond: they are counted, not reserved.
"""

from dataclasses import dataclass

from kingdomino.rules import check
from replays.log import EventLog
from replays.match import Status
from replays.tables import NewTable
from service.access import Table
from service.attempts import Attempt, Attempts
from service.credentials import CredentialsStore


@dataclass(frozen=True, slots=True)
class Cap:
    """The most tables that wait for players, dynasties among them, and the most games being played."""

    open: int
    active: int


@dataclass(frozen=True, slots=True)
class Caps:
    """Those of guests, and those of accounts with a confirmed e-mail."""

    guest: Cap
    member: Cap


CAPS = Caps(guest=Cap(open=50, active=100), member=Cap(open=200, active=500))


class TooManyTables(Exception):  # noqa: N818 - the answer, not a fault
    """The account sits at as many tables as it may: so many of this status."""

    def __init__(self, most: int, status: Status) -> None:
        super().__init__(most, status)
        self.most = most
        self.status = status


class Places:
    """Who may open tables and sit down; without `caps` everybody. Methods raise `StoreAway`."""

    def __init__(
        self, log: EventLog, attempts: Attempts, credentials: CredentialsStore, caps: Caps | None
    ) -> None:
        self._log = log
        self._attempts = attempts
        self._credentials = credentials
        self._caps = caps

    def sit_down(self, player: str, table: Table | None) -> None:
        """Raise `TooManyTables` where the player may take no seat more; one that is taken costs nothing."""
        if self._caps is None or (table is not None and table.seat_of(player) is not None):
            return
        for status in (Status.OPEN, Status.ACTIVE):
            self._check(self._caps, player, status)

    def open(self, player: str, new: NewTable, there: Table | None) -> None:
        """The same of a table that is to be opened, which is there already where the request is repeated.

        Raises `RuleViolation` first, as opening it would, and `TooOften` for tables opened for others.
        """
        check(new.rules, new.players)
        if new.sitter is not None:
            self.sit_down(player, there)
        elif there is None:
            self._attempts.count(Attempt.TABLE_FOR_OTHERS, player)

    def _check(self, caps: Caps, player: str, status: Status) -> None:
        guests, members = (getattr(cap, status.value) for cap in (caps.guest, caps.member))
        taken = self._taken(player, status, members)
        if taken < guests:
            return
        most = guests if self._credentials.of(player).email is None else members
        if taken >= most:
            raise TooManyTables(most, status)

    def _taken(self, player: str, status: Status, limit: int) -> int:
        """At how many tables of this status the player sits; of a dynasty being played its game counts."""
        games, _ = self._log.list_games(limit=limit, status=status.value, player=player)
        if status is not Status.OPEN:
            return len(games)
        dynasties, _ = self._log.list_dynasties(limit=limit, status=status.value, player=player)
        return len(games) + len(dynasties)
