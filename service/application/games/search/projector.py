"""The projector of the index: adds scored games from the feeds, and builds the index from the log.

A game is in the index once, even if several processes add it. The place in the feeds advances after its games
are in the index. A build begins after the place is known, so games scored meanwhile arrive by the feeds.
"""

import logging
from collections.abc import Callable, Sequence

from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from replays.log.event_log import EventLog
from replays.log.works import FINISHED
from replays.match.aggregate import Match, Status, fold
from replays.projections.follower import ScoredGames
from service.application.games.search.facts import Facts, facts_of
from service.application.games.search.index import Index, IndexBuiltElsewhere

PAGE = 50
"""The number of games that a build reads in one step."""
WRITTEN_AT_ONCE = 500
"""The number of games that a build writes in one step; between steps it renews its lease."""

logger = logging.getLogger(__name__)


class Build:
    """The state of a build: the games read so far, the listing's cursor, and the number of games written."""

    def __init__(self, generation: str) -> None:
        self.generation = generation
        self.found: list[Facts] = []
        self.cursor: str | None = None
        self.is_read = False
        self.written = 0


class FinishedProjector:
    """Maintains the index. `is_public` is true if everybody may watch a game. For use by one thread.

    `clock` returns ms UTC. A game that cannot be read or added steps back and holds up no other.
    """

    def __init__(
        self,
        log: EventLog,
        index: Index,
        is_public: Callable[[Match], bool],
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._games = ScoredGames(log, FINISHED, self._add, clock, (IndexBuiltElsewhere,))
        self._log = log
        self._index = index
        self._is_public = is_public
        self._generation: str | None = None
        self._build: Build | None = None

    def go_on(self, block_ms: int) -> bool:
        """Add new games, waiting at most `block_ms` for them, or continue a build; True if there may be more.

        Raises `StoreAway`, `ArchiveAway` and `UnknownOutcome`, after which it may be called again.
        """
        try:
            return self._games.go_on(block_ms) if self._is_built() else True
        except IndexBuiltElsewhere:
            self._generation = self._build = None
            return True

    def _is_built(self) -> bool:
        """True if there is an index to add to; otherwise performs one step of its build."""
        if self._build is None:
            self._generation = self._index.present()
            if self._generation is not None:
                return True
            self._games.join()  # games scored from here on arrive by the feeds
            self._build = Build(self._index.begin())
        if self._build.is_read:
            self._write_on(self._build)
        else:
            self._read_on(self._build)
        return False

    def _read_on(self, build: Build) -> None:
        """Read a page of games, the newest first; after the last page, sort them by their ends."""
        games, following = self._log.list_games(limit=PAGE, status=Status.SCORED.value, cursor=build.cursor)
        build.found += [facts for each in self._games.attempts.together(games, self._facts) for facts in each]
        build.cursor, build.is_read = following, following is None
        if build.is_read:
            build.found.sort(key=lambda facts: (facts.ended_at, facts.game))

    def _write_on(self, build: Build) -> None:
        """Write the next games, and publish after the last one."""
        some = build.found[build.written : build.written + WRITTEN_AT_ONCE]
        self._index.add(build.generation, some, building=True)
        build.written += len(some)
        if build.written == len(build.found):
            self._index.publish(build.generation)
            logger.info("built the index of %d finished games", build.written)
            self._build = None

    def _add(self, games: Sequence[GameId]) -> None:
        """Add these games to the index; raises the fault of any of them."""
        if self._generation is None:
            raise IndexBuiltElsewhere
        self._index.add(self._generation, self._facts(games))

    def _facts(self, games: Sequence[GameId]) -> list[Facts]:
        """The facts about the games that have a result; raises the fault of any of them."""
        return [facts for game in games if (facts := self._facts_of(game))]

    def _facts_of(self, game: GameId) -> Facts | None:
        events = self._log.read(game)
        match = fold(game, events)
        return facts_of(match, events, is_public=self._is_public(match)) if match else None
