"""Private data of accounts about games, stored outside the logs: the version seen last, and notes."""

from collections.abc import Iterator, Sequence
from typing import cast

from redis import Redis

from replays.encoding.identity import GameId, Version
from replays.store.scripts import asking
from service.application.account_keys import notes_key, seen_key
from service.application.games.texts.hash_pages import field_names, values
from service.application.quotas.counted_store import CountedStore
from service.application.quotas.storage import LedgerScript, Storage
from service.application.quotas.storage_ledger import Thing

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

WRITE = f"""
local more = {notes_key.overhead} + #ARGV[2] - size({notes_key}, ARGV[1], {notes_key.overhead})
local refused = full(more)
if refused then return refused end
redis.call('HSET', {notes_key}, ARGV[1], ARGV[2])
return counted(more, '')
"""

REMOVE = f"""
local size = size({notes_key}, ARGV[1], {notes_key.overhead})
if size == 0 then return unchanged('') end
redis.call('HDEL', {notes_key}, ARGV[1])
return counted(-size, '')
"""


class Notes(CountedStore):
    """The notes and seen versions of all accounts."""

    def __init__(self, store: Redis, storage: Storage) -> None:
        super().__init__(store, storage)
        self._see = LedgerScript(store, SEE)
        self._write = LedgerScript(store, WRITE)
        self._remove = LedgerScript(store, REMOVE)

    def see(self, player: str, game: GameId, version: Version, address: str) -> None:
        """Record that the player has seen the game up to this version; an older version changes nothing."""
        text = str(version)
        self._storage.keep(player, Thing(seen_key, game), len(text), address, self._see, (game, text))

    def seen(self, player: str, games: Sequence[GameId]) -> dict[GameId, Version | None]:
        """The version of each game that the player saw last; None for a game not seen."""
        if not games:
            return {}
        with asking():
            kept = cast("list[bytes | None]", self._store.hmget(seen_key(player), games))
        versions = (None if version is None else Version(int(version)) for version in kept)
        return dict(zip(games, versions, strict=True))

    def all_seen(self, player: str) -> Iterator[tuple[GameId, Version]]:
        """Every game that the player has seen, sorted by id, with the version."""
        key = seen_key(player)
        for game, version in values(self._store, key, field_names(self._store, key)):
            yield GameId(game), Version(int(version))

    def write(self, player: str, game: GameId, text: str, address: str) -> None:
        """Store a note on the game, replacing the previous one."""
        length = len(text.encode())
        self._storage.keep(player, Thing(notes_key, game), length, address, self._write, (game, text))

    def remove(self, player: str, game: GameId) -> None:
        """Delete the note on the game."""
        self._storage.drop(player, self._remove, (game,))

    def note(self, player: str, game: GameId) -> str | None:
        """The player's note on the game, or None."""
        with asking():
            kept = cast("bytes | None", self._store.hget(notes_key(player), game))
        return None if kept is None else kept.decode()

    def notes(self, player: str) -> Iterator[tuple[GameId, str]]:
        """Every note of the player with its game, sorted by game id; a few are read at a time."""
        key = notes_key(player)
        for game, text in values(self._store, key, field_names(self._store, key)):
            yield GameId(game), text.decode()
