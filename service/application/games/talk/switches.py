"""Tables that were opened without talk; the choice is made at the opening and does not change."""

from redis import Redis

from replays.match.kinds import Table
from replays.store.scripts import asking
from service.application.games.visibility import opened_id

OFF = "off"


class TalkSwitches:
    """The tables without talk; a series and its games share one switch. Methods raise `StoreAway`.

    Switches are stored outside the log, so no audit depends on them. Writing one is safe to repeat.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store

    def turn_off(self, table: str) -> None:
        """Mark the table with this id as one without talk; call it before the table is created."""
        with asking():
            self._store.set(_key(table), OFF)

    def is_off(self, table: Table) -> bool:
        """True if the table was opened without talk."""
        with asking():
            return self._store.exists(_key(opened_id(table))) > 0

    def hand_on(self, table: Table, following: str) -> None:
        """Copy the switch of a table to the table that follows it."""
        if self.is_off(table):
            self.turn_off(following)


def _key(table: str) -> str:
    return f"talk-off:{table}"
