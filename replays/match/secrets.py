"""A game's secret seed and the draws it fixes, opened when a decision needs them and kept in memory only."""

from kingdomino.game.chance import Chance
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.match.aggregate import Match
from replays.match.chances import chance_of
from replays.match.draws import commitment
from replays.match.seed_store import SeedStore, SeedStoreError
from replays.runtime.lru_cache import LruCache

CACHED = 10_000
"""How many games' draws a process keeps; about 1 KB each."""


class Secrets:
    """The seeds of a log's games. Safe to share between threads."""

    def __init__(self, log: EventLog, vault: SeedStore, size: int = CACHED) -> None:
        self._log = log
        self._vault = vault
        self._chances = LruCache[GameId, Chance](size)

    def seed(self, match: Match) -> bytes:
        """The game's seed; raises `SeedStoreError` where it is missing or not what the game committed to."""
        sealed = self._log.secret(match.id)
        if sealed is None:
            raise SeedStoreError(f"the seed of game {match.id} is missing")
        seed = self._vault.open(match.id, sealed)
        if commitment(seed) != match.created.commitment:
            raise SeedStoreError(f"the seed of game {match.id} is not the one it committed to")
        return seed

    def chance(self, match: Match) -> Chance:
        """All draws of a game that has started."""
        known = self._chances.get(match.id) or chance_of(match, self.seed(match))
        self._chances.keep(match.id, known)
        return known
