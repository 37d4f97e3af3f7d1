"""Private data of accounts about games, stored outside the logs: the version seen last, and notes."""

from collections.abc import Iterator, Sequence

from redis import Redis

from replays.encoding.identity import GameId, Version
from service.application.account_keys import notes_key, seen_key
from service.application.quotas.counted_part import CountedPart
from service.application.quotas.storage import LedgerScript, Storage

SEE = f"""
local before = redis.call('HGET', {seen_key}, ARGV[1])
if before and tonumber(before) >= tonumber(ARGV[2]) then return unchanged('') end
local more = before and 0 or {seen_key.overhead}
local refused = full(more)
if refused then return refused end
redis.call('HSET', {seen_key}, ARGV[1], ARGV[2])
return before and unchanged('') or counted(more, '')
"""
"""Stores the version of a game if it is larger than the stored one."""


class Notes:
    """The notes and seen versions of all accounts; methods raise as those of `CountedPart` do."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        self._seen = CountedPart(store, storage, seen_key)
        self._notes = CountedPart(store, storage, notes_key)
        self._see = LedgerScript(store, SEE)

    def see(self, player: str, game: GameId, version: Version, address: str) -> None:
        """Record that the player has seen the game up to this version; an older version changes nothing."""
        self._seen.put(self._see, player, game, str(version), address)

    def unsee(self, player: str, game: GameId) -> None:
        """Forget which version of the game the player has seen."""
        self._seen.remove(player, game)

    def seen(self, player: str, games: Sequence[GameId]) -> dict[GameId, Version | None]:
        """The version of each game that the player saw last; None for a game not seen."""
        kept = self._seen.some(player, games)
        versions = (None if version is None else Version(int(version)) for version in kept)
        return dict(zip(games, versions, strict=True))

    def all_seen(self, player: str) -> Iterator[tuple[GameId, Version]]:
        """Every game that the player has seen, sorted by id, with the version."""
        for game, version in self._seen.paged(player):
            yield GameId(game), Version(int(version))

    def write(self, player: str, game: GameId, text: str, address: str) -> None:
        """Store a note on the game, replacing the previous one."""
        self._notes.write(player, game, text, address)

    def remove(self, player: str, game: GameId) -> None:
        """Delete the note on the game."""
        self._notes.remove(player, game)

    def note(self, player: str, game: GameId) -> str | None:
        """The player's note on the game, or None."""
        kept = self._notes.text(player, game)
        return None if kept is None else kept.decode()

    def notes(self, player: str) -> Iterator[tuple[GameId, str]]:
        """Every note of the player with its game, sorted by game id; a few are read at a time."""
        for game, text in self._notes.paged(player):
            yield GameId(game), text.decode()
