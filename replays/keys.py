"""The names of the keys in the store. Those of one partition share its hash tag, `{00}` to `{15}`."""

from replays.identity import GameId, partition, tag


def stream(game: GameId) -> str:
    """Return the key of the game's stream of events."""
    return f"{tag(partition(game))}:game:{game}"


def commands(game: GameId) -> str:
    """Return the key of the game's hash of command ids."""
    return f"{tag(partition(game))}:commands:{game}"


def secret(game: GameId) -> str:
    """Return the key of the game's sealed seed."""
    return f"{tag(partition(game))}:secret:{game}"


def feed(number: int) -> str:
    """Return the key of a partition's feed."""
    return f"{tag(number)}:feed"


def games(number: int) -> str:
    """Return the key of the sorted set of all games of a partition; scores are creation times in ms."""
    return f"{tag(number)}:games"


def games_of_status(number: int, status: str) -> str:
    """Return the key of the partition's games that have this status."""
    return f"{tag(number)}:games:status:{status}"


def games_of_player(number: int, player: str) -> str:
    """Return the key of the partition's games that this player has a seat in."""
    return f"{tag(number)}:games:player:{player}"
