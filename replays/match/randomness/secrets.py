"""A game's secret seed and its draws, opened when a decision needs them and kept in memory only."""

from kingdomino.game.chance import Chance
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.match.aggregate import Match
from replays.match.randomness.chances import chance_of
from replays.match.randomness.draws import SEED_BYTES, commitment
from replays.match.randomness.seed_store import SeedStore, SeedStoreError
from replays.runtime.lru_cache import LruCache

CACHED = 10_000
"""The number of games whose draws a process caches; about 1 KB each."""


class Secrets:
    """The seeds of a log's games. Safe to share between threads."""

    def __init__(self, log: EventLog, store: SeedStore, size: int = CACHED) -> None:
        self._log = log
        self._store = store
        self._chances = LruCache[GameId, Chance](size)

    def seed(self, match: Match) -> bytes:
        """The game's seed; raises `SeedStoreError` if it is missing or does not match the commitment."""
        sealed = self._log.secret(match.id)
        if sealed is None:
            raise SeedStoreError(f"the seed of game {match.id} is missing")
        return _committed(self._store.open(match.id, sealed), match.created.commitment, match.id)

    def sealed(self, stream: GameId, *seeds: bytes) -> bytes:
        """The sealed seed of a new game, or the sealed seeds of a new series' games in order."""
        return self._store.seal(stream, b"".join(seeds))

    def seed_in(self, series: GameId, number: int, committed: str) -> bytes:
        """The seed of a series' game, with numbers from 1; raises `SeedStoreError` in the same cases."""
        sealed = self._log.secret(series)
        if sealed is None:
            raise SeedStoreError(f"the seeds of the series {series} are missing")
        seeds = self._store.open(series, sealed)
        seed = seeds[(number - 1) * SEED_BYTES : number * SEED_BYTES]
        return _committed(seed, committed, series)

    def chance(self, match: Match) -> Chance:
        """All draws of a game that has started."""
        known = self._chances.get(match.id) or chance_of(match, self.seed(match))
        self._chances.keep(match.id, known)
        return known


def _committed(seed: bytes, committed: str, stream: GameId) -> bytes:
    if len(seed) != SEED_BYTES or commitment(seed) != committed:
        raise SeedStoreError(f"the seed of {stream} is not the one it committed to")
    return seed
