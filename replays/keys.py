"""The names of the keys in the store. Those of one partition share its hash tag, `{00}` to `{15}`."""

from replays.identity import GameId, partition, tag
from replays.listing import Listing


def stream(game: GameId) -> str:
    """Return the key of the game's stream of events."""
    return f"{tag(partition(game))}:game:{game}"


def commands(game: GameId) -> str:
    """Return the key of the game's hash of command ids."""
    return f"{tag(partition(game))}:commands:{game}"


def secret(game: GameId) -> str:
    """Return the key of the game's sealed seed."""
    return f"{tag(partition(game))}:secret:{game}"


def plans(game: GameId) -> str:
    """Return the key of the game's hash of plans, by seat."""
    return f"{tag(partition(game))}:plans:{game}"


def due(number: int) -> str:
    """Return the key of the sorted set of a partition's games in which something is due; scores are ms."""
    return f"{tag(number)}:due"


def feed(number: int) -> str:
    """Return the key of a partition's feed."""
    return f"{tag(number)}:feed"


def listing(number: int, of: Listing) -> str:
    """Return the key of the sorted set of all of a partition; scores are creation times in ms."""
    return f"{tag(number)}:{of.value}"


def listing_of_status(number: int, of: Listing, status: str) -> str:
    """Return the key of those of the partition that have this status."""
    return f"{listing(number, of)}:status:{status}"


def listing_of_player(number: int, of: Listing, player: str) -> str:
    """Return the key of those of the partition that this player has a seat in."""
    return f"{listing(number, of)}:player:{player}"
