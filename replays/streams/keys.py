"""The names of the keys in the store. Those of one partition share its hash tag, `{00}` to `{15}`."""

import hashlib
from functools import cache, lru_cache

from replays.encoding.base64url import to_base64
from replays.encoding.identity import GameId, partition, tag
from replays.log.listing import Listing

GAMES_KEPT = 1_000
"""The number of games whose keys a process caches, for each kind of key: each move needs all of them."""


@lru_cache(GAMES_KEPT)
def stream(game: GameId) -> str:
    """Return the key of the game's stream of events."""
    return f"{tag(partition(game))}:game:{game}"


@lru_cache(GAMES_KEPT)
def commands(game: GameId) -> str:
    """Return the key of the game's hash of command ids."""
    return f"{tag(partition(game))}:commands:{game}"


def command(command_id: str) -> str:
    """Return the field of a command in that hash: 128 bits of the SHA-256 of its id, as 22 characters.

    A server stores a hash in less than half the memory if no field and no value is longer than 64 bytes.
    """
    return short(hashlib.sha256(command_id.encode()).digest()[:16])


def short(digest: bytes) -> str:
    """Return a digest as a short text: base64url without padding (RFC 4648, 5).

    >>> short(bytes(16))
    'AAAAAAAAAAAAAAAAAAAAAA'
    """
    return to_base64(digest)


@lru_cache(GAMES_KEPT)
def secret(game: GameId) -> str:
    """Return the key of the game's sealed seed."""
    return f"{tag(partition(game))}:secret:{game}"


@lru_cache(GAMES_KEPT)
def plans(game: GameId) -> str:
    """Return the key of the game's hash of plans, by seat."""
    return f"{tag(partition(game))}:plans:{game}"


@cache
def due(number: int) -> str:
    """Return the key of the sorted set of a partition's games with a due time; scores are due times in ms."""
    return f"{tag(number)}:due"


@cache
def alarms(number: int) -> str:
    """Return the key of the sorted set of a partition's games with an alarm; scores are alarm times in ms."""
    return f"{tag(number)}:alarms"


@cache
def feed(number: int) -> str:
    """Return the key of a partition's feed."""
    return f"{tag(number)}:feed"


@cache
def work(number: int) -> str:
    """Return the key of a partition's stream of appends that the relay has not finished."""
    return f"{tag(number)}:work"


@cache
def heads(number: int) -> str:
    """Return the key of a partition's stream of heads that wait for the public log."""
    return f"{tag(number)}:heads"


@cache
def listing(number: int, of: Listing) -> str:
    """Return the key of the sorted set of all entries of a partition; scores are creation times in ms."""
    return f"{tag(number)}:{of}"


@cache
def listing_of_status(number: int, of: Listing, status: str) -> str:
    """Return the key of the partition's entries that have this status."""
    return f"{listing(number, of)}:status:{status}"


def listing_of_player(number: int, of: Listing, player: str) -> str:
    """Return the key of the partition's entries in which this player has a seat."""
    return f"{listing(number, of)}:player:{player}"


def statuses_of_player(number: int, of: Listing, player: str) -> str:
    """Return the key of the same entries, by status and creation time (`listing.score`)."""
    return f"{listing(number, of)}:statuses:{player}"


OF_PLAYERS = "{??}:*:player:*"
"""The pattern of the keys of all listings of players."""


def parts_of_player(key: bytes) -> tuple[int, Listing, str]:
    """Return the parts of the key of a player's listing.

    >>> parts_of_player(listing_of_player(7, Listing("games"), "ann").encode())
    (7, 'games', 'ann')
    """
    slot, of, _, player = key.decode().split(":", 3)
    return int(slot[1:-1]), Listing(of), player
