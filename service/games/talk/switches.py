"""Which tables were opened without talk. It is agreed on at the opening and does not change."""

from redis import Redis

from replays.store.scripts import asking
from service.games.visibility import Table, opened_id

OFF = "off"


class TalkSwitches:
    """The tables without talk; a dynasty and its games share one switch. Methods raise `StoreAway`.

    It lies beside the log: no audit depends on it. What is written twice is the same.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store

    def turn_off(self, table: str) -> None:
        """Open a table of this id without talk; to be called before there is the table."""
        with asking():
            self._store.set(_key(table), OFF)

    def is_off(self, table: Table) -> bool:
        """Whether the table was opened without talk."""
        with asking():
            return self._store.exists(_key(opened_id(table))) > 0

    def hand_on(self, table: Table, following: str) -> None:
        """Open the table that follows one as that was opened."""
        if self.is_off(table):
            self.turn_off(following)


def _key(table: str) -> str:
    return f"talk-off:{table}"
