"""What an account keeps about games for itself: the version seen last, and private notes. Not in any log."""

from collections.abc import Sequence
from typing import cast

from redis import Redis

from replays.identity import GameId, Version
from replays.store import asking
from service.accounts import AccountScript, notes_key, seen_key

SEE = """
local before = redis.call('HGET', KEYS[2], ARGV[1])
if not before or tonumber(before) < tonumber(ARGV[2]) then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
return 'done'
"""
"""Keeps the larger of the versions of a game."""

WRITE = "return redis.call('HSET', KEYS[3], ARGV[1], ARGV[2])"
REMOVE = "return redis.call('HDEL', KEYS[3], ARGV[1])"


class Shelf:
    """The shelves of all accounts.

    Methods raise `StoreAway`; those that change something `AccountErased` too, and may have an
    `UnknownOutcome`, after which they may be repeated safely.
    """

    def __init__(self, store: Redis) -> None:
        self._store = store
        self._see = AccountScript(store, SEE)
        self._write = AccountScript(store, WRITE)
        self._remove = AccountScript(store, REMOVE)

    def see(self, player: str, game: GameId, version: Version) -> None:
        """Note that the player has seen the game up to this version; an older one changes nothing."""
        self._see.run(player, game, version)

    def seen(self, player: str, games: Sequence[GameId]) -> dict[GameId, Version | None]:
        """The version of each game that the player saw last; None for a game not seen."""
        if not games:
            return {}
        with asking():
            kept = cast("list[bytes | None]", self._store.hmget(seen_key(player), games))
        versions = (None if version is None else Version(int(version)) for version in kept)
        return dict(zip(games, versions, strict=True))

    def all_seen(self, player: str) -> dict[GameId, Version]:
        """Every game that the player has seen, with the version."""
        with asking():
            kept = cast("dict[bytes, bytes]", self._store.hgetall(seen_key(player)))
        return {GameId(game.decode()): Version(int(version)) for game, version in kept.items()}

    def write(self, player: str, game: GameId, text: str) -> None:
        """Keep a note on the game, in place of the one before."""
        self._write.run(player, game, text)

    def remove(self, player: str, game: GameId) -> None:
        """Keep no note on the game."""
        self._remove.run(player, game)

    def note(self, player: str, game: GameId) -> str | None:
        """The player's note on the game, or None."""
        with asking():
            kept = cast("bytes | None", self._store.hget(notes_key(player), game))
        return None if kept is None else kept.decode()

    def all_notes(self, player: str) -> dict[GameId, str]:
        """Every note of the player, by game."""
        with asking():
            kept = cast("dict[bytes, bytes]", self._store.hgetall(notes_key(player)))
        return {GameId(game.decode()): text.decode() for game, text in kept.items()}
