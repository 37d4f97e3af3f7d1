"""The audience of a player's page."""

from enum import Enum


class Audience(Enum):
    """The audience of a player's page, with games and results; only they find the player by name.

    The value is stored and used in the API. The name itself is not secret: it is shown at every visible game
    of the player.
    """

    EVERYBODY = "everybody"
    PLAYERS = "players"
    """All signed-in viewers."""
    NOBODY = "nobody"
    """Only the player."""

    def includes(self, viewer: str | None, player: str) -> bool:
        """True if the viewer (None if not signed in) may see the player's page."""
        if viewer == player:
            return True
        return self is Audience.EVERYBODY or (self is Audience.PLAYERS and viewer is not None)
