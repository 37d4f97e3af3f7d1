"""Who has a seat in which game, for the hints of the hub's reader."""

from collections.abc import Callable, Iterable
from time import monotonic

from replays.encoding.identity import GameId
from replays.log.feeds import FeedEntry
from replays.match.matches import Matches
from replays.runtime.lru_cache import LruCache

SEATING = frozenset({"PlayerSeated", "SeatTakenOver"})
"""The types of event that give a player a seat in a game, and may take it from another."""

KEPT = 10_000
"""The number of games whose players are cached; about 500 bytes each."""
KEPT_SECONDS = 60.0
"""How long they are, in case the feed's entry for a change of seats is lost."""


class Seats:
    """The players of games, cached until the feed reports a change; for the hub's reader only."""

    def __init__(self, matches: Matches, clock: Callable[[], float] = monotonic) -> None:
        self._matches = matches
        self._clock = clock
        self._players = LruCache[GameId, tuple[float, frozenset[str]]](KEPT)

    def changed(self, entries: Iterable[FeedEntry]) -> set[GameId]:
        """The games in whose seats these entries have changed something; they are forgotten."""
        games = {entry.game for entry in entries if SEATING.intersection(entry.types)}
        for game in games:
            self._players.forget(game)
        return games

    def sits(self, game: GameId, player: str) -> bool:
        """True if the player has a seat in the game; False for an unreadable one. Raises `LogError`."""
        until, players = self._players.get(game) or (0.0, frozenset())
        if self._clock() >= until:
            players = self._read(game)
            self._players.keep(game, (self._clock() + KEPT_SECONDS, players))
        return player in players

    def _read(self, game: GameId) -> frozenset[str]:
        people = (
            sitter.player
            for match in self._matches.readable([game])
            for sitter in match.sitters
            if sitter.bot is None
        )
        return frozenset(people)
