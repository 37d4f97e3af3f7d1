"""The two rooms of a game, and who is in which.

Players talk among themselves. Spectators have a room of their own, which players cannot read until the game
is over: nobody outside tells a player what to do.
"""

from enum import Enum

from replays.match.aggregate import Match


class Room(Enum):
    """A room; the value is stored, and stands in the API."""

    PLAYERS = "players"
    SPECTATORS = "spectators"


def rooms_of(match: Match, player: str | None, *, may_watch: bool) -> tuple[Room, ...]:
    """The rooms in which this viewer reads, and writes if signed in; the first is where they belong.

    `may_watch` is whether the viewer may see the game to its end. None for a viewer who is not signed in.
    """
    if player is not None and match.seat_of(player) is not None:
        joins_spectators = match.is_over and match.created.options.spectators is not False
        return (Room.PLAYERS, Room.SPECTATORS) if joins_spectators else (Room.PLAYERS,)
    return (Room.SPECTATORS,) if may_watch else ()
