"""The inputs of the contract test cases."""

from typing import Protocol

from harness.play.playing import Game
from harness.service import Account, Service


class Site(Protocol):
    """A running service, an account, a finished game, and the id of a table that waits for players."""

    @property
    def service(self) -> Service:
        """The service."""

    @property
    def stranger(self) -> Account:
        """An account."""

    @property
    def over(self) -> Game:
        """A finished game."""

    @property
    def decided(self) -> str:
        """The id of a decided dynasty."""

    @property
    def waiting(self) -> str:
        """The id of a table."""
