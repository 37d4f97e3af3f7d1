"""What the cases of the contract tests need."""

from typing import Protocol

from harness.play.playing import Game
from harness.service import Account, Service


class Site(Protocol):
    """A running service, somebody, a game that is over, and the id of a table that waits for players."""

    @property
    def service(self) -> Service:
        """The service."""

    @property
    def stranger(self) -> Account:
        """Somebody."""

    @property
    def over(self) -> Game:
        """A game that is over."""

    @property
    def waiting(self) -> str:
        """The id of a table."""
