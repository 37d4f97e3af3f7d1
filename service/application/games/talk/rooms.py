"""The two rooms of a game, and which of them a viewer may read.

Players talk among themselves. Spectators have a room of their own, which players cannot read until the game
is over, so that nobody outside can advise a player.
"""

from enum import Enum

from replays.match.aggregate import Match


class Room(Enum):
    """A room; the value is stored and used in the API."""

    PLAYERS = "players"
    SPECTATORS = "spectators"


def rooms_of(match: Match, player: str | None, *, may_watch: bool) -> tuple[Room, ...]:
    """The rooms that this viewer may read, and write to if signed in; the first is the viewer's own room.

    `player` is None for a viewer who is not signed in; `may_watch` is true if the viewer may watch the game
    once it has started.
    """
    if player is not None and match.seat_of(player) is not None:
        joins_spectators = match.is_over and match.created.options.spectators is not False
        return (Room.PLAYERS, Room.SPECTATORS) if joins_spectators else (Room.PLAYERS,)
    return (Room.SPECTATORS,) if may_watch else ()
