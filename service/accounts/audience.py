"""To whom a player shows their page."""

from enum import Enum


class Audience(Enum):
    """Who may see a player's page, with games and results, and find the player by name.

    The value is stored and stands in the API. The name itself is no secret: it stands at every game that may
    be seen.
    """

    EVERYBODY = "everybody"
    PLAYERS = "players"
    """Whoever is signed in."""
    NOBODY = "nobody"
    """The player alone."""

    def includes(self, viewer: str | None, player: str) -> bool:
        """Whether the viewer, None for somebody who is not signed in, may see the player's page."""
        if viewer == player:
            return True
        return self is Audience.EVERYBODY or (self is Audience.PLAYERS and viewer is not None)
